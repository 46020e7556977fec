import { z } from 'zod';
import { sleepCollection } from '../collections/sleep.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/** Maximum number of nights of one request. */
const MAX_ANALYSED_NIGHTS = 93;
/** Number of earlier results that are stored for each night. */
export const MAX_NIGHT_VERSIONS = 10;

const DAY_MS = 86_400_000;
/** Local dates on which nights begin, both included. */
const range = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(
    ({ from, to }) =>
      from <= to && Date.parse(to) - Date.parse(from) < MAX_ANALYSED_NIGHTS * DAY_MS,
  );

/** `nights` are analysed now; those in `notOver` once they are over. */
const asked = z.strictObject({
  nights: z.array(z.string()),
  notOver: z.array(z.string()),
});

const { metrics, bounds, quality } = sleepCollection.schema.shape;
/** Summary of a result, to compare versions. Times are ISO 8601. */
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
  /** Replies 202; the analysis follows. */
  analyse: endpoint({
    method: 'POST',
    path: '/api/rooms/:roomId/nights/analyse',
    summary: 'Request a new analysis of nights of a room',
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
    summary: 'List the analysis results of a night, by version',
    caller: 'member',
    params: ofNight,
    reply: z.strictObject({ versions: z.array(nightVersion) }),
    problems: ['document-not-found'],
  }),
  /** `fields`: the encoded fields of the night's document after that analysis. */
  version: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/nights/:night/versions/:version',
    summary: "Read one version of a night's analysis result",
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
