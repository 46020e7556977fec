import { z } from 'zod';
import { sleepCollection } from '../collections/sleep.ts';

/**
 * Analysis of a room's nights. What there is of a night is its document
 * `room/{roomId}/sleep/{night}`, live; here it is asked for anew, and what earlier analyses said of
 * it is read. Nights are local dates on which they begin.
 *
 *   POST {roomNightsPath}/analyse            `analyseCall` → 202 `analyseReply`
 *   GET  {roomNightsPath}/{night}/versions   → `nightVersionsReply`, newest first
 *   GET  {roomNightsPath}/{night}/versions/{version}   → `nightVersionReply`: all of that result
 */
export const roomNightsPath = (roomId: string): string =>
  `/api/rooms/${encodeURIComponent(roomId)}/nights`;

/** Nights that may be asked for at one time. */
export const ANALYSE_MOST_NIGHTS = 93;
/** Results that are kept of a night besides the newest. */
export const NIGHT_VERSIONS_KEPT = 10;

const DAY_MS = 86_400_000;
export const analyseCall = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(
    ({ from, to }) =>
      from <= to && Date.parse(to) - Date.parse(from) < ANALYSE_MOST_NIGHTS * DAY_MS,
  );

/** Nights that are analysed now, and those that are not over yet and are when they are. */
export const analyseReply = z.strictObject({
  nights: z.array(z.string()),
  notOver: z.array(z.string()),
});
export type AnalyseReply = z.infer<typeof analyseReply>;

const { metrics, bounds, quality } = sleepCollection.schema.shape;
/** What of a result can be compared at a glance. Moments are ISO 8601 here, as JSON has them. */
const nightVersion = z.strictObject({
  version: z.int().min(1),
  analysedAt: z.iso.datetime(),
  algorithm: z.string(),
  algorithmVersion: z.string(),
  metrics: metrics.unwrap(),
  bounds: bounds.unwrap(),
  quality: quality.unwrap(),
  signals: z.array(z.string()),
});
export type NightVersion = z.infer<typeof nightVersion>;
export const nightVersionsReply = z.strictObject({ versions: z.array(nightVersion) });

/**
 * Fields of the night's document as that analysis left them, encoded as documents are on the wire.
 */
export const nightVersionReply = z.strictObject({
  version: z.int().min(1),
  fields: z.record(z.string(), z.json()),
});
