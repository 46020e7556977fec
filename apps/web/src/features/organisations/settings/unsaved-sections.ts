import { createContext, useContext, useEffect, useId } from 'react';

/**
 * Which sections hold what is typed and not saved; asked at the moment when the page is left or
 * shows another organisation.
 */
export type UnsavedSections = Map<string, () => boolean>;

export const UnsavedContext = createContext<UnsavedSections>(new Map());

export const isAnyUnsaved = (sections: UnsavedSections): boolean =>
  [...sections.values()].some((isDirty) => isDirty());

/** Tells the page how to ask this section, as long as it is there. */
export function useUnsaved(isDirty: () => boolean): void {
  const sections = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    sections.set(id, isDirty);
    return () => void sections.delete(id);
  });
}
