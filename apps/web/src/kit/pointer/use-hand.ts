import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Nothing was moved or pressed for so long: the hand is gone, wherever the pointer lies. */
export const HAND_RESTS_AFTER_MS = 5000;

/**
 * Whether a hand is at work on an element. A pointer that only lies there is none: browsers let
 * elements that appear under it be "entered", and a mouse that somebody left on a wall at night
 * would hold it for ever.
 */
export function useHand() {
  const [isThere, setIsThere] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    setIsThere(false);
  };
  const work = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsThere(false), HAND_RESTS_AFTER_MS);
    setIsThere(true);
  };
  const stop = useEffectEvent(() => clearTimeout(timer.current));
  useEffect(() => () => stop(), []);
  return {
    isThere,
    handlers: {
      onPointerMove: ({ movementX, movementY }: PointerEvent): void => {
        if (movementX !== 0 || movementY !== 0) work();
      },
      onPointerDown: work,
      onPointerLeave: leave,
      onKeyDown: work,
    },
  };
}
