import { ProblemError } from '@yamori/domain';
import type { Logger } from 'pino';

export type Background = ReturnType<typeof createBackground>;

/**
 * Work that an answer does not wait for: whether an address has an account must not be read from
 * how long the answer takes. A failure is logged by its kind only, because errors repeat what they
 * were about.
 */
export function createBackground(log: Logger) {
  const underWay = new Set<Promise<void>>();
  return {
    run: (name: string, work: () => Promise<void>): void => {
      const running = work()
        .catch((error: unknown) => {
          log.warn(
            {
              work: name,
              reason:
                error instanceof ProblemError
                  ? error.problem.code
                  : error instanceof Error
                    ? error.name
                    : 'unknown',
            },
            'work behind an answer failed',
          );
        })
        .finally(() => underWay.delete(running));
      underWay.add(running);
    },
    close: async (): Promise<void> => {
      await Promise.all(underWay);
    },
  };
}
