import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Without movement or press for this long the pointer counts as idle, wherever it is. */
export const IDLE_AFTER_MS = 5000;

/**
 * Whether a pointer is active on an element. A resting pointer is not: elements that appear under
 * it receive "enter" events, and a mouse left on a monitoring board at night would block it
 * forever.
 */
export function usePointerActivity() {
  const [isThere, setIsThere] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    setIsThere(false);
  };
  const work = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsThere(false), IDLE_AFTER_MS);
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
