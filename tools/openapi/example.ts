import { EXAMPLES_BY_FORMAT, EXAMPLES_BY_NAME } from './field-examples.ts';

/** The part of JSON Schema that zod generates for our endpoints. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
};

/**
 * Returns a value that a schema describes. `place` names the noun of the API and the fields down
 * to the schema. Texts and records come from `EXAMPLES_BY_NAME`; other values follow from the
 * schema when no example is listed.
 * @throws Error when a text has no example
 */
export function createExample(schema: JsonSchema, place: readonly string[]): unknown {
  const known = knownExample(schema, place);
  if (known !== undefined) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first !== undefined) return createExample(first, place);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, member]) => [
          name,
          createExample(member, [...place, name]),
        ]),
      );
    case 'array':
      return schema.items === undefined ? [] : [createExample(schema.items, place)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? schema.exclusiveMinimum ?? 0, 1);
    case undefined:
    default:
      throw new Error(`no example for ${place.join('.')}: ${JSON.stringify(schema)}`);
  }
}

/** The first known value that matches the schema: by parent and field name, then by field name. */
function knownExample(schema: JsonSchema, place: readonly string[]): unknown {
  const candidates = [
    ...(EXAMPLES_BY_NAME[place.slice(-2).join('.')] ?? []),
    ...(EXAMPLES_BY_NAME[place.at(-1) ?? ''] ?? []),
    ...(EXAMPLES_BY_FORMAT[schema.format ?? ''] ?? []),
  ];
  return candidates.find((candidate) => fits(candidate, schema));
}

/** A rough check to choose between candidates. Tests parse every example with its schema. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const { anyOf, oneOf, type, pattern } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.some((choice) => fits(value, choice));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (type !== undefined && ![type].flat().some((one) => matchesType(value, one, schema)))
    return false;
  return typeof value !== 'string' || pattern === undefined || new RegExp(pattern, 'u').test(value);
}

function matchesType(value: unknown, type: string, schema: JsonSchema): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value) && value.every((item) => fits(item, schema.items ?? {}));
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isObject(value) && (schema.required ?? []).every((name) => name in value);
    default:
      return typeof value === type;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
