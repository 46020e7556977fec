import { useEffect, useRef, type RefObject } from 'react';

type GroupFocus = {
  readonly groups: RefObject<HTMLOListElement | null>;
  /** Contains the button that adds a group. */
  readonly add: RefObject<HTMLDivElement | null>;
  /** Call before the group at `index` of `count` is removed. */
  readonly leave: (index: number, count: number) => void;
};

/**
 * After a group is deleted, focuses the group now at its place, else the one before it, else the
 * add button.
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
