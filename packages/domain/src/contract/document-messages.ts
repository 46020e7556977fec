import { z } from 'zod';

/**
 * Calls of the document layer over HTTP: `POST /api/documents/{verb}` with one of these as JSON.
 * Values are encoded (documents/json-codec.ts): dates, NaN, transforms and the like are tagged.
 */
export const fieldPath = z.array(z.string().min(1)).min(1).max(20);
const wireValue = z.unknown();

export const filter = z.strictObject({
  field: fieldPath,
  op: z.enum([
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'in',
    'not-in',
    'array-contains',
    'array-contains-any',
  ]),
  value: wireValue,
});

export const cursor = z.strictObject({
  values: z.array(wireValue).min(1).max(10),
  inclusive: z.boolean(),
});

/** A query over one collection, or over all collections of a name below any parent (`group`). */
export const query = z.strictObject({
  /** `room`, `room/{id}/sleep`, or for a group just `sleep`. */
  collection: z.string().min(1).max(400),
  group: z.boolean().default(false),
  filters: z.array(filter).max(20).default([]),
  orderBy: z
    .array(z.strictObject({ field: fieldPath, direction: z.enum(['asc', 'desc']) }))
    .max(6)
    .default([]),
  startAt: cursor.optional(),
  endAt: cursor.optional(),
  offset: z.int().min(0).max(100_000).default(0),
  limit: z.int().min(1).max(1000).optional(),
  select: z.array(fieldPath).max(50).optional(),
});
export type Query = z.infer<typeof query>;

const precondition = z.strictObject({
  exists: z.boolean().optional(),
  version: z.string().optional(),
});

/**
 * Maximum fields of an update or merge, keys of a document outside arrays, and values of a
 * transform in one write of a member. Exceeding them is `limit-fields`, `limit-keys` or
 * `limit-values` (documents/write-limits.ts).
 */
export const WRITE_LIMITS = { fields: 500, keys: 1_000, transformValues: 1_000 } as const;

/** One write of a batch. Batches are atomic. */
export const write = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create'),
    path: z.string(),
    data: z.record(z.string(), wireValue),
  }),
  z.strictObject({
    kind: z.literal('set'),
    path: z.string(),
    data: z.record(z.string(), wireValue),
    mergeFields: z.array(fieldPath).optional(),
    merge: z.boolean().optional(),
    precondition: precondition.optional(),
  }),
  z.strictObject({
    kind: z.literal('update'),
    path: z.string(),
    fields: z.array(z.strictObject({ field: fieldPath, value: wireValue })).min(1),
    precondition: precondition.optional(),
  }),
  z.strictObject({
    kind: z.literal('delete'),
    path: z.string(),
    precondition: precondition.optional(),
  }),
  /**
   * A transaction's read: fails the batch if the document is no longer at this version (null: must
   * not exist).
   */
  z.strictObject({ kind: z.literal('verify'), path: z.string(), version: z.string().nullable() }),
]);
export type Write = z.infer<typeof write>;

export const readCall = z.strictObject({ paths: z.array(z.string()).min(1).max(100) });
/** `ahead`: a prefetch by a browser for use without a network. */
export const listCall = z.strictObject({ query, ahead: z.boolean().optional() });
export const countCall = z.strictObject({ query });
export const commitCall = z.strictObject({ writes: z.array(write).min(1).max(500) });

/** A stored document on the wire. `version` changes with every write; preconditions compare it. */
export const wireDocument = z.strictObject({
  path: z.string(),
  data: z.record(z.string(), wireValue),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.string(),
  /**
   * The stored document fails its schema: `data` is empty and only id and path are valid
   * (specification, section 3).
   */
  bare: z.literal(true).optional(),
});
export type WireDocument = z.infer<typeof wireDocument>;

export const readReply = z.strictObject({ documents: z.array(wireDocument.nullable()) });
export const listReply = z.strictObject({ documents: z.array(wireDocument) });
export const countReply = z.strictObject({ count: z.int().min(0) });
export const commitReply = z.strictObject({ documents: z.array(wireDocument.nullable()) });
