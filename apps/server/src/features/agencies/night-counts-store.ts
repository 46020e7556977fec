import type { Database } from '../../database/database.ts';
import type { Agency } from '../../documents/run-agency.ts';

export type CountedMonth = { readonly month: string; readonly customerId: string; readonly nights: number; readonly accidents: number };

/**
 * Nights with a result by the month in which they begin, and accidents by the month in which they were raised, of the rooms that an agency's
 * customers had at that time. What a test raised is no accident, and what is technical is none of a resident's.
 */
export function readNightsAndAccidents(database: Database, agency: Agency, months: readonly string[]): Promise<CountedMonth[]> {
  return database.query<CountedMonth>({
    name: 'agency-night-counts',
    text: `with happened as (
        select left(figures.night, 7) as month, 'room/' || figures.room_id as room_path, figures.begins_at as at, 1 as night, 0 as accident
        from night_figures figures join documents room on room.path = 'room/' || figures.room_id and room.root_domain_id = $2
        where figures.state = 'done' and left(figures.night, 7) = any($4)
        union all
        select to_char((accident.data->'raisedAt'->>'$date')::timestamptz at time zone $3, 'YYYY-MM'), accident.parent_path, (accident.data->'raisedAt'->>'$date')::timestamptz, 0, 1
        from documents accident where accident.collection = 'accident' and accident.root_domain_id = $2 and accident.data->>'kind' <> 'test' and accident.data->>'severity' <> 'technical'),
      had as (select happened.*, (standing_above(room_path, at))[1] as customer_id from happened where month = any($4))
      select month, customer_id as "customerId", sum(night)::int as nights, sum(accident)::int as accidents from had
      where customer_id is not null and serving_agency(customer_id, at) = $1 group by 1, 2`,
    values: [agency.id, agency.rootDomainId, agency.timeZone, months],
  });
}
