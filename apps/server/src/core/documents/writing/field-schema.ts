import { z } from 'zod';
import type { FieldPath } from '@yamori/domain';

export type FieldSchema = z.core.$ZodType;

/** Removes wrappers such as optional, nullable and default. */
export function unwrap(schema: FieldSchema): FieldSchema {
  const { def } = getInternals(schema);
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
 * Schema of a map's member; null for an unknown key, undefined if the member cannot be validated
 * alone.
 */
export function memberSchema(schema: FieldSchema, name: string): FieldSchema | null | undefined {
  const { def } = getInternals(unwrap(schema));
  // Own properties only, because `constructor` and the like are not fields.
  if (def.type === 'object')
    return Object.hasOwn(def.shape, name) ? (def.shape[name] ?? null) : null;
  return def.type === 'record' ? def.valueType : undefined;
}

/**
 * Whether a field holds only null, booleans, numbers, dates and text, which SQL orders as we do.
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
  const { def } = getInternals(unwrap(schema));
  return def.type === 'union'
    ? def.options.every((option) => isScalar(option))
    : SCALAR_TYPES.has(def.type);
}

/** Every Zod schema is one of these classes; the wide type only hides which. */
const getInternals = (schema: FieldSchema) => (schema as z.core.$ZodTypes)._zod;
