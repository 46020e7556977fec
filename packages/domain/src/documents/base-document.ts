import { z } from 'zod';

/**
 * Fields of every stored document (specification, section 3). `documentReferenceId` and
 * `documentPath` come from its location and are never stored.
 */
export type DocumentBase = {
  readonly documentReferenceId: string;
  readonly documentPath: string;
  readonly createdAt?: Date;
  readonly updatedAt: Date;
};

/** The location of a stored document; its fields are unusable because they fail the schema. */
export type BareDocument = Pick<DocumentBase, 'documentReferenceId' | 'documentPath'>;

/** Base fields that clients cannot set: the server takes them from the path or its clock. */
export const SERVER_FIELDS = [
  'documentReferenceId',
  'documentPath',
  'createdAt',
  'updatedAt',
] as const;

/** A collection: the location, schema and unique key of its documents. */
export type Collection<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** `room`, or `sleep` for `room/{id}/sleep`. */
  readonly name: string;
  /** The collection of the parent documents; null at the root. */
  readonly parent: string | null;
  /** Fields that together identify a document (unique key), or null. */
  readonly uniqueKey: readonly string[] | null;
  /** Strict: unknown keys are rejected. */
  readonly schema: z.ZodObject<Shape, z.core.$strict>;
};

export function defineCollection<Shape extends z.ZodRawShape>(
  name: string,
  parent: string | null,
  uniqueKey: readonly string[] | null,
  shape: Shape,
): Collection<Shape> {
  return { name, parent, uniqueKey, schema: z.strictObject(shape) };
}
