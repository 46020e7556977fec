import { z } from 'zod';

const domainId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/]*$/);

/**
 * `POST /api/domains/{domainId}/move`: below which organisation it stands from now on, with all
 * that stands below it.
 */
export const moveDomainCall = z.strictObject({ parentDomainId: domainId });
export type MoveDomainCall = z.infer<typeof moveDomainCall>;

/** Where a value comes from; `above`: from an organisation that the asker does not see. */
const valueSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('domain'), domainId, name: z.string() }),
  z.strictObject({ kind: z.literal('above') }),
]);
export type ValueSource = z.infer<typeof valueSource>;

/**
 * `GET /api/domains/{domainId}/inherited-thresholds` and
 * `GET /api/rooms/{roomId}/inherited-thresholds`: what of the rules of accidents holds there where
 * nothing is set.
 */
export const inheritedThresholds = z.strictObject({
  values: z.array(
    z.strictObject({
      key: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]),
      from: valueSource,
    }),
  ),
});
export type InheritedThresholds = z.infer<typeof inheritedThresholds>;
