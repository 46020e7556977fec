import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);

/**
 * How many organisations and rooms set a value of their own, by
 * key.
 */
const overrideCounts = z.strictObject({
  parameters: z.array(z.strictObject({ key: z.string(), domains: count, rooms: count })),
});
export type OverrideCounts = z.infer<typeof overrideCounts>['parameters'];

/**
 * Who sets a key and to what, organisations first. At most 200;
 * `total` says how many there are.
 */
const overridesReply = z.strictObject({
  total: count,
  places: z.array(
    z.strictObject({
      kind: z.enum(['domain', 'room']),
      id: z.string(),
      name: z.string(),
      domainName: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]),
    }),
  ),
});
export type Overrides = z.infer<typeof overridesReply>;

/** Where a value comes from; `above`: from an organisation that the asker does not see. */
const valueSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('domain'), domainId: pathId, name: z.string() }),
  z.strictObject({ kind: z.literal('above') }),
]);
export type ValueSource = z.infer<typeof valueSource>;

/** The thresholds of accidents that hold where nothing is set. */
const inheritedThresholds = z.strictObject({
  values: z.array(
    z.strictObject({
      key: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]),
      from: valueSource,
    }),
  ),
});
export type InheritedThresholds = z.infer<typeof inheritedThresholds>;

const params = z.object({
  key: z
    .string()
    .min(1)
    .max(80)
    .regex(/^[A-Za-z0-9_.-]+$/),
});

export const parameterApi = {
  overrideCounts: endpoint({
    method: 'GET',
    path: '/api/parameters/overrides',
    summary: 'Count the overrides of each parameter',
    caller: 'maker',
    reply: overrideCounts,
    problems: [],
  }),
  overrides: endpoint({
    method: 'GET',
    path: '/api/parameters/:key/overrides',
    summary: 'List the overrides of a parameter',
    caller: 'maker',
    params,
    reply: overridesReply,
    problems: [],
  }),
  /** Organisations above may not be seen by the reader, who has to know what holds all the same. */
  inheritedInDomain: endpoint({
    method: 'GET',
    path: '/api/domains/:domainId/inherited-thresholds',
    summary: 'Show the thresholds that an organisation inherits',
    caller: 'member',
    params: z.object({ domainId: pathId }),
    reply: inheritedThresholds,
    problems: ['domain-not-found'],
  }),
  inheritedInRoom: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/inherited-thresholds',
    summary: 'Show the thresholds that a room inherits',
    caller: 'member',
    params: z.object({ roomId: pathId }),
    reply: inheritedThresholds,
    problems: ['document-not-found'],
  }),
};
