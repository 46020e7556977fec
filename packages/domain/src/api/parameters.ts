import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);

/** Number of organisations and rooms that override each key. */
const overrideCounts = z.strictObject({
  parameters: z.array(z.strictObject({ key: z.string(), domains: count, rooms: count })),
});
export type OverrideCounts = z.infer<typeof overrideCounts>['parameters'];

/** The overrides of a key, organisations first. At most 200; `total` is their full number. */
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

/** Source of a value; `above`: an organisation that the caller cannot see. */
const valueSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('domain'), domainId: pathId, name: z.string() }),
  z.strictObject({ kind: z.literal('above') }),
]);
export type ValueSource = z.infer<typeof valueSource>;

/** The thresholds that apply without overrides. */
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
    summary: 'Count how many organisations and rooms override each parameter',
    caller: 'maker',
    reply: overrideCounts,
    problems: [],
  }),
  overrides: endpoint({
    method: 'GET',
    path: '/api/parameters/:key/overrides',
    summary: 'List the organisations and rooms that override a parameter',
    caller: 'maker',
    params,
    reply: overridesReply,
    problems: [],
  }),
  /** Returns the inherited values even if the caller cannot see the organisations above. */
  inheritedInDomain: endpoint({
    method: 'GET',
    path: '/api/domains/:domainId/inherited-thresholds',
    summary: 'Read the thresholds that an organisation inherits',
    caller: 'member',
    params: z.object({ domainId: pathId }),
    reply: inheritedThresholds,
    problems: ['domain-not-found'],
  }),
  inheritedInRoom: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/inherited-thresholds',
    summary: 'Read the thresholds that a room inherits',
    caller: 'member',
    params: z.object({ roomId: pathId }),
    reply: inheritedThresholds,
    problems: ['document-not-found'],
  }),
};
