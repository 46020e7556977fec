import { z } from 'zod';
import type { FieldPath } from '@yamori/domain';

export type FieldSchema = z.core.$ZodType;

/** What lies inside optional, nullable, default and the like. */
export function unwrap(schema: FieldSchema): FieldSchema {
  const { def } = kindOf(schema);
  return WRAPPERS.has(def.type) && 'innerType' in def ? unwrap(def.innerType) : schema;
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
  'catch',
]);

/**
 * The schema of a member of a map: null for a key that the schema does not know, undefined where it
 * cannot be told alone.
 */
export function memberSchema(schema: FieldSchema, name: string): FieldSchema | null | undefined {
  const { def } = kindOf(unwrap(schema));
  // Own fields only: `constructor` and its like are no field of anything.
  if (def.type === 'object')
    return Object.hasOwn(def.shape, name) ? (def.shape[name] ?? null) : null;
  return def.type === 'record' ? def.valueType : undefined;
}

/**
 * Whether a field can hold nothing but null, booleans, numbers, dates and text, which the database
 * orders as we do.
 */
export function isScalarField(schema: FieldSchema, field: FieldPath): boolean {
  let at: FieldSchema = schema;
  for (const name of field) {
    const member = memberSchema(at, name);
    if (!member) return false;
    at = member;
  }
  return isScalar(at);
}

const SCALAR_TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'date',
  'enum',
  'null',
  'literal',
]);

function isScalar(schema: FieldSchema): boolean {
  const { def } = kindOf(unwrap(schema));
  return def.type === 'union'
    ? def.options.every((option) => isScalar(option))
    : SCALAR_TYPES.has(def.type);
}

/** Every schema that Zod makes is one of its own classes; the wide type only hides which. */
const kindOf = (schema: FieldSchema) => (schema as z.core.$ZodTypes)._zod;
