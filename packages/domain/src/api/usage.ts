import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Measured page speed: largest contentful paint, interaction to next paint, cumulative layout
 * shift.
 */
export const WEB_VITALS = ['lcp', 'inp', 'cls'] as const;
export type WebVital = (typeof WEB_VITALS)[number];

/**
 * Upper bounds of the histogram classes, in ms for the first two vitals; values above the last
 * bound form one more class.
 */
export const VITAL_CLASSES: Readonly<Record<WebVital, readonly number[]>> = {
  lcp: [250, 500, 750, 1000, 1500, 2000, 2500, 4000, 6000, 10_000],
  inp: [16, 40, 70, 100, 150, 200, 300, 500, 1000, 2000],
  cls: [0.01, 0.03, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
};

/** A screen by its id in the table of routes, never by its address. */
const routeId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[A-Za-z0-9-]+$/);

/** Counts of a browser since its last report. It contains nothing about persons or places. */
const usageReport = z.strictObject({
  views: z.array(z.strictObject({ routeId, count: z.int().min(1).max(1000) })).max(120),
  vitals: z
    .array(
      z.strictObject({
        routeId,
        vital: z.enum(WEB_VITALS),
        value: z.number().min(0).max(1_000_000),
      }),
    )
    .max(200),
});
export type UsageReport = z.infer<typeof usageReport>;

/** Per day (UTC) and screen. `counts` has a number for each class and one for the values above. */
const usageReply = z.strictObject({
  views: z.array(z.strictObject({ day: z.iso.date(), routeId: z.string(), count: z.int() })),
  vitals: z.array(
    z.strictObject({
      day: z.iso.date(),
      routeId: z.string(),
      vital: z.enum(WEB_VITALS),
      counts: z.array(z.int()),
    }),
  ),
});
export type UsageReply = z.infer<typeof usageReply>;

/** Whether usage of this member is counted. */
const usageChoice = z.strictObject({ counted: z.boolean() });

/**
 * Days for which counts are stored: a year and a month, so that a month can be compared with the
 * same month of the year before.
 */
export const USAGE_RETENTION_DAYS = 400;

export const usageApi = {
  report: endpoint({
    method: 'POST',
    path: '/api/usage',
    summary: "Add a browser's anonymous usage counts to the day's totals",
    caller: 'member',
    body: usageReport,
    problems: [],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/usage',
    summary: 'Read how often screens were opened, and their measured speed',
    caller: 'maker',
    query: z.object({
      days: z.coerce.number<number>().int().min(1).max(USAGE_RETENTION_DAYS).default(30),
    }),
    reply: usageReply,
    problems: [],
  }),
  choice: endpoint({
    method: 'GET',
    path: '/api/usage/choice',
    summary: "Read whether the caller's usage is counted",
    caller: 'account',
    reply: usageChoice,
    problems: [],
  }),
  choose: endpoint({
    method: 'POST',
    path: '/api/usage/choice',
    summary: "Choose whether the caller's usage is counted",
    caller: 'account',
    body: usageChoice,
    reply: usageChoice,
    problems: [],
  }),
};
