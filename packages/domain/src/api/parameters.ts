import { z } from 'zod';
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

const params = z.object({
  key: z
    .string()
    .min(1)
    .max(80)
    .regex(/^[A-Za-z0-9_.-]+$/),
});

/** Organisations and rooms with a value of their own, for the maker, who sets the default. */
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
};
