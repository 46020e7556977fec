import { useLayoutEffect, useRef, type FocusEvent, type MouseEvent } from 'react';
import type { BannerEntry } from '../../shared/alarm-sound/banner-alarms.ts';

/** After the focus moved to another alarm, a second press of the same key is ignored this long. */
const KEY_GUARD_MS = 800;

/** Handlers for the element that contains the entries, which have `data-alarm`. */
export type NextAlarmFocus = {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
};

/**
 * Moves the focus to the first alarm when the focused one has left the banner, or to the page
 * without one, so that users of a keyboard do not start again at the top of the page.
 */
export function useNextAlarmFocus(entries: readonly BannerEntry[]): NextAlarmFocus {
  const focused = useRef<string | null>(null);
  const movedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    if (entries.some(({ alarm }) => alarm.id === focused.current)) return;
    focused.current = null;
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    movedAtMs.current = performance.now();
    (findFirstAnswer() ?? document.getElementById('page'))?.focus({ preventScroll: true });
  }, [entries]);
  return {
    onFocus: ({ target }) => {
      focused.current = target.closest<HTMLElement>('[data-alarm]')?.dataset['alarm'] ?? null;
    },
    // A button that is removed or disabled loses the focus to no other element.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) focused.current = null;
    },
    onClickCapture: (event) => {
      const isByKey = event.detail === 0;
      if (!isByKey || event.timeStamp - movedAtMs.current > KEY_GUARD_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The answer button of the most urgent alarm in the banner; null if there is none. */
export const findFirstAnswer = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-alarm] [role="group"] button:not(:disabled)');
