import { z } from 'zod';

/**
 * Fields that every stored document has (specification, section 3). `documentReferenceId` and
 * `documentPath` are taken from where the document lies and are never written back.
 */
export type DocumentBase = {
  readonly documentReferenceId: string;
  readonly documentPath: string;
  readonly createdAt?: Date;
  readonly updatedAt: Date;
};

/** What is left of a stored document that fails its schema: where it lies, and nothing else. */
export type BareDocument = Pick<DocumentBase, 'documentReferenceId' | 'documentPath'>;

/**
 * Base fields that a client may not set: the server takes them from the path or from its own clock.
 */
export const SERVER_FIELDS = [
  'documentReferenceId',
  'documentPath',
  'createdAt',
  'updatedAt',
] as const;

/**
 * A collection: where its documents lie, what they hold and which field, if any, is unique in it.
 */
export type Collection<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** `room`, or `sleep` for `room/{id}/sleep`. */
  readonly name: string;
  /** The collection whose documents hold this one as a sub-collection; null at the root. */
  readonly parent: string | null;
  /** Fields whose values together name one document in the collection (unique key), or null. */
  readonly uniqueKey: readonly string[] | null;
  /** Strict: an unrecognised key is an error. */
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
