import { monthDays } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { HAD, TREE_ROOMS } from '../../../core/timeline/device-days.ts';
import { isTechnicalSql } from '../../../core/documents/counted-sql.ts';
import type { Agency } from '../../../core/documents/require-agency.ts';

export type CountedMonth = {
  readonly month: string;
  readonly customerId: string;
  readonly nights: number;
  readonly accidents: number;
};

/**
 * Counts nights with a result by the month in which they begin, and accidents by the month in which
 * they were raised, for the rooms that an agency's customers had at that time. Test and technical
 * accidents do not count.
 */
export function readNightsAndAccidents(
  queries: Queries,
  agency: Agency,
  months: readonly string[],
): Promise<CountedMonth[]> {
  const spans = months.map((month) => monthSpan(month, agency.timeZone));
  return queries.query<CountedMonth>({
    name: 'count_agency_nights',
    text: `with ${TREE_ROOMS}, happened as (
        select left(figures.night, 7) as month, 'room/' || figures.room_id as room_path, figures.begins_at as at, 1 as night, 0 as accident
        from tree_rooms room join night_figures figures on figures.room_id = room.id where figures.state = 'done' and left(figures.night, 7) = any($3)
        union all
        select raised.month, raised.room_path, raised.at, 0, 1 from (
          select accident.parent_path as room_path, (accident.data->'raisedAt'->>'$date')::timestamptz as at, month.name as month
          from documents accident join unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) as month (name, from_at, to_at)
            on (accident.data->'raisedAt'->>'$date')::timestamptz >= month.from_at and (accident.data->'raisedAt'->>'$date')::timestamptz < month.to_at
          where accident.collection = 'accident' and accident.root_domain_id = $2 and accident.data->>'kind' <> 'test' and not ${isTechnicalSql("accident.data->>'kind'")}) raised), ${HAD}
      select month, customer_id as "customerId", sum(night)::int as nights, sum(accident)::int as accidents from had group by 1, 2`,
    values: [
      agency.id,
      agency.rootDomainId,
      months,
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
    ],
  });
}

/** Computed here, because PostgreSQL's own time zone data may differ from ours. */
function monthSpan(month: string, timeZone: string): { readonly from: Date; readonly to: Date } {
  const days = monthDays(month, timeZone);
  return { from: new Date(days[0]?.fromMs ?? 0), to: new Date(days.at(-1)?.toMs ?? 0) };
}
