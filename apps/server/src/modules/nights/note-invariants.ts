import { ProblemError } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

const DAY_MS = 86_400_000;
/** Earlier than any sensor whose recordings can be imported. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** Browser clocks may run ahead, and a note may cover the rest of the current night. */
const AHEAD_MS = DAY_MS;
const MAX_LENGTH_MS = 31 * DAY_MS;

/**
 * Rejects implausible times: a note that a typing error moved by years would never be found.
 */
export const checkNoteTimes = (now: () => Date): Invariant => ({
  on: { note: ['from', 'to'] },
  check: async (batch) => {
    for (const { before, after } of batch) {
      if (after?.collection !== 'note') continue;
      const [from, to] = [toTime(after.data['from']), toTime(after.data['to'])];
      if (
        before !== null &&
        from === toTime(before.data['from']) &&
        to === toTime(before.data['to'])
      )
        continue;
      const latestMs = now().getTime() + AHEAD_MS;
      if (
        (from !== null && (from < EARLIEST_MS || from > latestMs)) ||
        (to !== null && (to > latestMs || to - (from ?? to) > MAX_LENGTH_MS))
      )
        throw new ProblemError('note-time-invalid');
    }
  },
});

const toTime = (value: unknown): number | null => (value instanceof Date ? value.getTime() : null);
