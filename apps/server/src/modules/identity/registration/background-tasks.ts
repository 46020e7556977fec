import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/**
 * Work after the reply: response times must not reveal whether an address has an account. Only the
 * kind of a failure is logged, because error messages may contain personal data.
 */
export function createBackgroundTasks(log: Logger) {
  const pendingTasks = new Set<Promise<void>>();
  return {
    run: (name: string, work: () => Promise<void>): void => {
      const running = work()
        .catch((error: unknown) => {
          log.warn({ work: name, reason: getReason(error) }, 'background task failed');
        })
        .finally(() => pendingTasks.delete(running));
      pendingTasks.add(running);
    },
    close: async (): Promise<void> => {
      await Promise.all(pendingTasks);
    },
  };
}

function getReason(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.code;
  return error instanceof Error ? error.name : 'unknown';
}
