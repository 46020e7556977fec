import { TEST_ALARM_MS, type RoomAccident } from '@yamori/domain';
import { escalate, type EscalationOptions } from './escalation.ts';
import { createDueTimes } from './stored-times.ts';
import { endTest } from './test-alarm.ts';

type DueEscalationsOptions = EscalationOptions & {
  /** Monotonic. */
  readonly elapsedMs: () => number;
};

/** Notifies the next group of each accident that is due, and ends tests; each once at a time. */
export function createDueEscalations(
  options: DueEscalationsOptions,
  failed: (error: unknown, text: string) => void,
) {
  const running = new Map<string, Promise<void>>();
  const dueTimes = createDueTimes(options.elapsedMs);
  let count = 0;
  function once(id: string, text: string, work: () => Promise<unknown>): void {
    if (running.has(id)) return;
    const done = work()
      .catch((error: unknown) => failed(error, text))
      .finally(() => {
        running.delete(id);
      });
    running.set(
      id,
      done.then(() => undefined),
    );
  }

  async function escalateDue(roomId: string, id: string, at: Date): Promise<void> {
    if (await escalate(options, roomId, id, at)) count += 1;
  }

  return {
    count: () => count,
    underWay: () => [...running.values()],
    look(roomId: string, open: readonly RoomAccident[], atMs: number): void {
      for (const { id, kind, raisedAt, escalatesAt } of open) {
        if (kind === 'test' && atMs - raisedAt.getTime() >= TEST_ALARM_MS)
          once(id, 'test alarm not ended; will retry', () =>
            endTest(options.repository, roomId, id, new Date(atMs)),
          );
        if (escalatesAt === null) continue;
        if (!dueTimes.isDue(id, raisedAt.getTime(), escalatesAt.getTime(), atMs)) continue;
        once(id, 'alarm not escalated; will retry', () =>
          escalateDue(roomId, id, new Date(Math.max(atMs, escalatesAt.getTime()))),
        );
      }
    },
  };
}
