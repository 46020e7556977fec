import { z } from 'zod';
import { sleepCollection } from '../collections/sleep.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/** Maximum number of nights of one request. */
const ANALYSE_MOST_NIGHTS = 93;
/** Results that are stored of a night besides the newest. */
export const NIGHT_VERSIONS_KEPT = 10;

const DAY_MS = 86_400_000;
/** Local dates on which nights begin, both included. */
const range = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(
    ({ from, to }) =>
      from <= to && Date.parse(to) - Date.parse(from) < ANALYSE_MOST_NIGHTS * DAY_MS,
  );

/** Nights that are analysed now, and those that are not over yet and are when they are. */
const asked = z.strictObject({
  nights: z.array(z.string()),
  notOver: z.array(z.string()),
});

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

const params = z.object({ roomId: pathId });
const ofNight = params.extend({ night: z.iso.date() });

/**
 * A night is the live document `room/{roomId}/sleep/{night}`; these calls request another analysis
 * and read earlier results.
 */
export const nightApi = {
  /** Answers with 202: nights are analysed after the answer. */
  analyse: endpoint({
    method: 'POST',
    path: '/api/rooms/:roomId/nights/analyse',
    summary: 'Analyse nights of a room again',
    caller: 'member',
    params,
    body: range,
    reply: asked,
    problems: ['document-not-found', 'analysis-forbidden', 'limit-night-orders'],
  }),
  /** Newest first. */
  versions: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/nights/:night/versions',
    summary: 'List the results that analyses gave for a night',
    caller: 'member',
    params: ofNight,
    reply: z.strictObject({ versions: z.array(nightVersion) }),
    problems: ['document-not-found'],
  }),
  /** `fields`: of the night's document as that analysis left them, encoded as documents are. */
  version: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/nights/:night/versions/:version',
    summary: 'Read one result of a night whole',
    caller: 'member',
    params: ofNight.extend({
      version: z.coerce
        .number<number>()
        .int()
        .min(1)
        .max(2 ** 31 - 1),
    }),
    reply: z.strictObject({ version: z.int().min(1), fields: z.record(z.string(), z.json()) }),
    problems: ['document-not-found', 'night-version-not-found'],
  }),
};
