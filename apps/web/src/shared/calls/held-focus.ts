import { type FocusEvent, type RefCallback, useLayoutEffect, useRef } from 'react';

type HeldFocus = {
  readonly ref: RefCallback<HTMLElement>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
};

/**
 * Whoever pressed a button by the keyboard stands on what took its place, and not at the top of the
 * page: where the focus went down with a button when `state` changed, it goes to the first one that
 * is there now.
 */
export function useHeldFocus(state: string): HeldFocus {
  const group = useRef<HTMLElement | null>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (
      held.current &&
      (document.activeElement === null || document.activeElement === document.body)
    )
      group.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [state]);
  return {
    ref: (element) => {
      group.current = element;
    },
    onFocus: () => {
      held.current = true;
    },
    // A button that goes, or takes no press just now, leaves the focus to nobody: then it is held.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) held.current = false;
    },
  };
}
