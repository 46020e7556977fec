import { refuse } from '@yamori/domain';

const [OF_MEMBER, OF_SERVER] = [3, 12];

/**
 * Does one thing for somebody while there is a place for it. @throws ProblemError `limit-reports`
 */
export type ReportPlaces = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;

/** Reports that are being made here, so that nobody takes all the connections of a server. */
export function createReportPlaces(): ReportPlaces {
  const held: string[] = [];
  return async (userId, work) => {
    if (held.length >= OF_SERVER || held.filter((one) => one === userId).length >= OF_MEMBER)
      throw refuse('limit-reports', { retryAfterSeconds: 3, details: { limit: OF_MEMBER } });
    held.push(userId);
    try {
      return await work();
    } finally {
      held.splice(held.indexOf(userId), 1);
    }
  };
}
