import { refuse } from '@yamori/domain';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

const DAY_MS = 86_400_000;
/** Before there were sensors whose recordings could be brought here. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** A browser's clock may be a little ahead, and a night is noted as a whole before it is over. */
const AHEAD_MS = DAY_MS;
const LONGEST_MS = 31 * DAY_MS;

/**
 * A note is about a night that there can be: a slip of the keyboard is not to lie years away, where
 * nobody finds it.
 */
export const checkNoteTimes = (now: () => Date): Invariant => ({
  on: { note: ['from', 'to'] },
  check: async (batch) => {
    for (const { before, after } of batch) {
      if (after?.collection !== 'note') continue;
      const [from, to] = [timeOf(after.data['from']), timeOf(after.data['to'])];
      if (
        before !== null &&
        from === timeOf(before.data['from']) &&
        to === timeOf(before.data['to'])
      )
        continue;
      const latestMs = now().getTime() + AHEAD_MS;
      if (
        (from !== null && (from < EARLIEST_MS || from > latestMs)) ||
        (to !== null && (to > latestMs || to - (from ?? to) > LONGEST_MS))
      )
        throw refuse('note-time-invalid');
    }
  },
});

const timeOf = (value: unknown): number | null => (value instanceof Date ? value.getTime() : null);
