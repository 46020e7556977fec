import { createHash } from 'node:crypto';
import { ProblemError } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';

const WINDOW_MS = 15 * 60 * 1000;

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/**
 * Limits what strangers may request, in windows of fifteen minutes across all servers. Subjects are
 * stored as hashes.
 */
export function createRequestLimits(database: Database, now: () => Date) {
  const windowStart = (): Date => new Date(Math.floor(now().getTime() / WINDOW_MS) * WINDOW_MS);

  const change = async (subject: string, at: Date, by: 1 | -1): Promise<number> => {
    const [row] = await database.query<{ tries: number }>({
      name: 'count_request',
      text: `insert into auth_try (subject, window_start_at, tries) values ($1, $2, greatest($3::int, 0))
        on conflict (subject, window_start_at) do update set tries = greatest(auth_try.tries + $3::int, 0) returning tries`,
      values: [`request:${createHash('sha256').update(subject).digest('base64url')}`, at, by],
    });
    return row?.tries ?? 0;
  };

  const take = async (subject: string, limit: number): Promise<void> => {
    const at = windowStart();
    if ((await change(subject, at, 1)) <= limit) return;
    throw new ProblemError('limit-registration', {
      retryAfterSeconds: Math.max(
        1,
        Math.ceil((at.getTime() + WINDOW_MS - now().getTime()) / 1000),
      ),
    });
  };

  return {
    take,
    /** Counts rejections only, which limits guessing but not use. */
    guessing: async <Result>(
      subject: string,
      limit: number,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      await take(subject, limit);
      const refund = () => change(subject, windowStart(), -1);
      try {
        const result = await work();
        await refund();
        return result;
      } catch (error) {
        if (!(error instanceof ProblemError)) await refund();
        throw error;
      }
    },
  };
}
