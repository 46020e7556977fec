import { z } from 'zod';

/**
 * What is measured of a page's speed: largest contentful paint, interaction to next paint,
 * cumulative layout shift.
 */
export const WEB_VITALS = ['lcp', 'inp', 'cls'] as const;
export type WebVital = (typeof WEB_VITALS)[number];

/**
 * Upper ends of the classes that measured values are counted in, ms for the first two; above the
 * last is one class more.
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

/**
 * `POST /api/usage`: what a browser has counted since its last report. Nothing in it says who,
 * where or about whom.
 */
export const usageReport = z.strictObject({
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

/**
 * `GET /api/usage?days=`: per day (UTC) and screen. `counts` has a number for each class and one
 * for what is above.
 */
export const usageReply = z.strictObject({
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

/** `GET` and `POST /api/usage/choice`: whether what this member opens is counted. */
export const usageChoice = z.strictObject({ counted: z.boolean() });
export type UsageChoice = z.infer<typeof usageChoice>;
