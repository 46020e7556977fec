import type { Queries } from '../../core/database/database.ts';
import type { ReportScope } from './report-scope.ts';

type PendingNights = {
  readonly roomId: string;
  readonly isNow: boolean;
  readonly nights: number;
};

/**
 * Counts the nights of both periods that are waiting for their analysis: their documents say so, or
 * an analysis was requested.
 */
export const readPending = (
  queries: Queries,
  roomIds: readonly string[],
  { period, before }: ReportScope,
): Promise<PendingNights[]> =>
  queries.query({
    name: 'count_pending_nights',
    text: `select room_id as "roomId", night >= $2 as "isNow", count(*)::int as nights from (
      select f.room_id, f.night from night_figures f where f.room_id = any($1) and f.night between $4 and $3 and f.state in ('waiting', 'analysing')
        and exists (select 1 from documents where path = 'room/' || f.room_id || '/sleep/' || f.night)
      union select o.room_id, o.night from night_orders o where o.room_id = any($1) and o.night between $4 and $3 and o.done < o.asked
        and not exists (select 1 from night_figures f where f.room_id = o.room_id and f.night = o.night and f.state = 'done')) as pending
    group by 1, 2`,
    values: [roomIds, period.from, period.to, before.from],
  });

const PACE_MINUTES = 10;

/**
 * Estimates the minutes until `pending` nights of these rooms are analysed, from the pace of the
 * last ten minutes. Returns null if none was analysed in that time.
 */
export async function readAnalysisMinutes(
  queries: Queries,
  { roomIds, pending, now }: { roomIds: readonly string[]; pending: number; now: Date },
  { rootDomainId, period, before }: ReportScope,
): Promise<number | null> {
  if (pending === 0) return null;
  const [row] = await queries.query<{ analysed: number }>({
    name: 'count_analysed_nights',
    text: `select count(distinct (room_id, night))::int as analysed from night_versions
      where root_domain_id = $1 and room_id = any($2) and night between $3 and $4 and analysed_at > $5`,
    values: [
      rootDomainId,
      roomIds,
      before.from,
      period.to,
      new Date(now.getTime() - PACE_MINUTES * 60_000),
    ],
  });
  const analysed = row?.analysed ?? 0;
  return analysed === 0 ? null : Math.ceil((pending / analysed) * PACE_MINUTES);
}
