import type { UsageReply, UsageReport, WebVital } from '@yamori/domain';
import { VITAL_CLASSES } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';

export type UsageStore = {
  /** Adds to the totals of a day (`2026-11-21`). */
  readonly add: (day: string, report: UsageReport) => Promise<void>;
  readonly read: (fromDay: string) => Promise<UsageReply>;
  readonly isCounted: (userId: string) => Promise<boolean>;
  readonly choose: (userId: string, counted: boolean) => Promise<void>;
  readonly prune: (beforeDay: string) => Promise<void>;
};

export const createUsageStore = (database: Database): UsageStore => ({
  add: async (day, { views, vitals }) => {
    await database.query({
      name: 'add_usage',
      text: `with seen as (select route_id, sum(count) as views from jsonb_to_recordset($2::jsonb) as seen (route_id text, count bigint) group by route_id),
        measured as (select route_id, vital, value_class, count(*) as samples from jsonb_to_recordset($3::jsonb) as measured (route_id text, vital text, value_class smallint) group by 1, 2, 3),
        counted as (insert into usage_views (day, route_id, views) select $1::date, route_id, views from seen order by route_id
          on conflict (day, route_id) do update set views = usage_views.views + excluded.views)
        insert into usage_vitals (day, route_id, vital, value_class, samples) select $1::date, route_id, vital, value_class, samples from measured order by 2, 3, 4
          on conflict (day, route_id, vital, value_class) do update set samples = usage_vitals.samples + excluded.samples`,
      values: [
        day,
        JSON.stringify(views.map(({ routeId, count }) => ({ route_id: routeId, count }))),
        JSON.stringify(
          vitals.map(({ routeId, vital, value }) => ({
            route_id: routeId,
            vital,
            value_class: getClass(vital, value),
          })),
        ),
      ],
    });
  },
  read: async (fromDay) => {
    const views = await database.query<{ day: string; route_id: string; views: string }>({
      name: 'read_usage_views',
      text: "select to_char(day, 'YYYY-MM-DD') as day, route_id, views from usage_views where day >= $1::date order by day, route_id",
      values: [fromDay],
    });
    const vitals = await database.query<{
      day: string;
      route_id: string;
      vital: WebVital;
      classes: number[];
      samples: string[];
    }>({
      name: 'read_usage_vitals',
      text: `select to_char(day, 'YYYY-MM-DD') as day, route_id, vital, array_agg(value_class::int) as classes, array_agg(samples::text) as samples
        from usage_vitals where day >= $1::date group by usage_vitals.day, route_id, vital order by usage_vitals.day, route_id, vital`,
      values: [fromDay],
    });
    return {
      views: views.map(({ day, route_id, views: count }) => ({
        day,
        routeId: route_id,
        count: Number(count),
      })),
      vitals: vitals.map(({ day, route_id, vital, classes, samples }) => ({
        day,
        routeId: route_id,
        vital,
        counts: Array.from({ length: VITAL_CLASSES[vital].length + 1 }, (_, index) =>
          Number(samples[classes.indexOf(index)] ?? 0),
        ),
      })),
    };
  },
  isCounted: async (userId) =>
    (
      await database.query({
        name: 'check_usage_opt_out',
        text: 'select 1 from usage_opt_outs where user_id = $1',
        values: [userId],
      })
    ).length === 0,
  choose: async (userId, counted) => {
    await database.query(
      counted
        ? {
            name: 'delete_usage_opt_out',
            text: 'delete from usage_opt_outs where user_id = $1',
            values: [userId],
          }
        : {
            name: 'insert_usage_opt_out',
            text: 'insert into usage_opt_outs (user_id) values ($1) on conflict do nothing',
            values: [userId],
          },
    );
  },
  prune: async (beforeDay) => {
    await database.query({
      name: 'prune_usage',
      text: 'with views as (delete from usage_views where day < $1::date) delete from usage_vitals where day < $1::date',
      values: [beforeDay],
    });
  },
});

/** Index of the first class whose upper bound is not exceeded; one more than the last otherwise. */
export function getClass(vital: WebVital, value: number): number {
  const index = VITAL_CLASSES[vital].findIndex((end) => value <= end);
  return index < 0 ? VITAL_CLASSES[vital].length : index;
}
