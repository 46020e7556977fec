import { ProblemError, type Problem } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useAlarmApi, type Accident } from './api.ts';

/** State of a test alarm. Milliseconds since the button was pressed, by this browser. */
export type TestAlarmState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** In transit; `askedAtMs` is monotonic. */
  | { readonly kind: 'waiting'; readonly accidentId: string; readonly askedAtMs: number }
  | {
      readonly kind: 'shown';
      readonly accidentId: string;
      readonly askedAtMs: number;
      readonly shownAfterMs: number;
      readonly pushAfterMs: number | null;
    }
  /** Nothing has arrived: the path is broken somewhere. */
  | { readonly kind: 'lost'; readonly accidentId: string; readonly askedAtMs: number };

/** A slower alarm is useless to its recipients. */
const LOST_AFTER_MS = 10_000;

/**
 * Sends a test alarm from this room to this page; `accidents` are those that the page has received.
 */
export function useTestAlarm(
  roomId: string,
  accidents: readonly Accident[],
  lostAfterMs = LOST_AFTER_MS,
): { readonly state: TestAlarmState; readonly start: () => Promise<void> } {
  const { test } = useAlarmApi();
  const [state, setState] = useState<TestAlarmState>({ kind: 'none' });
  const arrived =
    (state.kind === 'waiting' || state.kind === 'lost') &&
    accidents.some(({ documentReferenceId }) => documentReferenceId === state.accidentId);
  useEffect(() => {
    if (state.kind !== 'waiting' && state.kind !== 'lost') return undefined;
    if (arrived) {
      // Once it is on the screen, not when the news of it came.
      const frame = requestAnimationFrame(() =>
        setState({
          ...state,
          kind: 'shown',
          shownAfterMs: performance.now() - state.askedAtMs,
          pushAfterMs: null,
        }),
      );
      return () => cancelAnimationFrame(frame);
    }
    if (state.kind === 'lost') return undefined;
    const late = setTimeout(() => setState({ ...state, kind: 'lost' }), lostAfterMs);
    return () => clearTimeout(late);
  }, [state, arrived, lostAfterMs]);
  usePushes(roomId, setState);
  return {
    state,
    async start() {
      setState({ kind: 'asking' });
      const askedAtMs = performance.now();
      try {
        const accidentId = await test(roomId);
        setState({ kind: 'waiting', accidentId, askedAtMs });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        setState({ kind: 'refused', problem: error.problem });
      }
    },
  };
}

/** The worker tells each page of this browser what its maker's push service brought. */
function usePushes(
  roomId: string,
  change: (next: (state: TestAlarmState) => TestAlarmState) => void,
): void {
  useEffect(() => {
    const container = navigator.serviceWorker;
    if (container === undefined) return undefined;
    const came = ({ data }: MessageEvent<unknown>): void => {
      const tag: unknown =
        typeof data === 'object' && data !== null && Reflect.get(data, 'kind') === 'pushed'
          ? Reflect.get(data, 'tag')
          : null;
      change((state) =>
        state.kind === 'shown' && tag === `${roomId}/${state.accidentId}`
          ? { ...state, pushAfterMs: performance.now() - state.askedAtMs }
          : state,
      );
    };
    container.addEventListener('message', came);
    return () => container.removeEventListener('message', came);
  }, [roomId, change]);
}
