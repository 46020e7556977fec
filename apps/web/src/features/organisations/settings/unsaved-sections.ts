import { createContext, useContext, useEffect, useId } from 'react';

/** Sections with unsaved edits; checked when the page closes or shows another organisation. */
export type UnsavedSections = Map<string, () => boolean>;

export const UnsavedContext = createContext<UnsavedSections>(new Map());

export const isAnyUnsaved = (sections: UnsavedSections): boolean =>
  [...sections.values()].some((isDirty) => isDirty());

/** Registers this section's check while it is mounted. */
export function useUnsaved(isDirty: () => boolean): void {
  const sections = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    sections.set(id, isDirty);
    return () => void sections.delete(id);
  });
}
