import { useEffect, useRef, type RefObject } from 'react';

type GroupFocus = {
  readonly groups: RefObject<HTMLOListElement | null>;
  /** What holds the button that adds a group. */
  readonly add: RefObject<HTMLDivElement | null>;
  /** The group at this place goes, of so many. */
  readonly leave: (index: number, count: number) => void;
};

/**
 * Behind a group that was deleted the focus goes to the one that stands there now, else to the one
 * before it, else to where one is added.
 */
export function useGroupFocus(): GroupFocus {
  const groups = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const next = useRef<number | null>(null);
  useEffect(() => {
    const index = next.current;
    if (index === null) return;
    next.current = null;
    const card = index < 0 ? null : groups.current?.children.item(index);
    (card?.querySelector<HTMLElement>('input') ?? add.current?.querySelector('button'))?.focus();
  });
  return {
    groups,
    add,
    leave: (index, count) => {
      next.current = Math.min(index, count - 2);
    },
  };
}
