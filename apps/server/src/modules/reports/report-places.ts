import { refuse } from '@yamori/domain';

const MAX_OF_MEMBER = 3;
const MAX_OF_SERVER = 12;

/** Runs `work` unless the member, or the server, already makes the maximum number of reports. */
export type ReportPlaces = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrent reports, so that one member cannot use all connections of the server. */
export function createReportPlaces(): ReportPlaces {
  const held: string[] = [];
  return async (userId, work) => {
    if (
      held.length >= MAX_OF_SERVER ||
      held.filter((one) => one === userId).length >= MAX_OF_MEMBER
    )
      throw refuse('limit-reports', { retryAfterSeconds: 3, details: { limit: MAX_OF_MEMBER } });
    held.push(userId);
    try {
      return await work();
    } finally {
      held.splice(held.indexOf(userId), 1);
    }
  };
}
