import { ProblemError } from '../contract/problem.ts';
import {
  FieldTransform,
  isPlainObject,
  type DocumentMap,
  type DocumentValue,
  type WriteMap,
  type WriteValue,
} from './document-value.ts';
import { isFieldName, MAXIMUM_FIELD_DEPTH } from './field-path.ts';
import { bytesFromBase64, bytesToBase64 } from './base64-text.ts';

/**
 * JSON encoding of all values. A value that JSON lacks is a map with a single key beginning with
 * `$`: `{"$date":"2026-11-21T00:00:00.000Z"}`, `{"$number":"NaN"|"Infinity"|"-Infinity"|"-0"}`,
 * `{"$bytes":"…base64"}`, the transforms `{"$serverTimestamp":true}`, `{"$deleteField":true}`,
 * `{"$arrayUnion":[…]}`, `{"$arrayRemove":[…]}`, `{"$increment":1}`, and `{"$map":{…}}` around a
 * map of user data with a key beginning with `$`.
 */
export type WireValue = null | boolean | number | string | readonly WireValue[] | WireMap;
export type WireMap = { readonly [key: string]: WireValue };

/**
 * Encodes a value to store or compare; transforms are rejected. Omits undefined members.
 * @throws ProblemError `transform-misplaced`, `value-invalid`, `field-name-invalid` or
 *   `value-too-deep`, with the place
 */
export const encodeValue = (value: unknown, place = ''): WireValue =>
  encode(value, { place, depth: 0, transforms: false });

/**
 * Encodes a value of a write; transforms are valid anywhere outside arrays. Errors as for
 * `encodeValue`.
 */
export const encodeWriteValue = (value: unknown, place = ''): WireValue =>
  encode(value, { place, depth: 0, transforms: true });

/**
 * Encodes the fields of a document, with literal keys.
 * @param transforms whether transforms are valid
 */
export function encodeFields(
  fields: Readonly<Record<string, unknown>>,
  transforms: boolean,
): WireMap {
  return encodeMembers(fields, { place: '', depth: 0, transforms });
}

/**
 * Decodes the output of `encodeValue`.
 * @throws ProblemError as there
 */
export function decodeValue(wire: unknown, place = '', depth = 0): DocumentValue {
  if (depth > MAXIMUM_FIELD_DEPTH) throw new ProblemError('value-too-deep', { place });
  if (Array.isArray(wire))
    return wire.map((element: unknown) => decodeValue(element, place, depth + 1));
  if (!isPlainObject(wire)) return decodeScalar(wire, place);
  const tag = getTag(wire);
  if (tag === undefined) return decodeFields(wire, place, depth + 1);
  if (TRANSFORM_TAGS.has(tag)) throw new ProblemError('transform-misplaced', { place });
  return tag === '$map'
    ? decodeFields(memberMap(wire[tag], place), place, depth + 1)
    : decodeTagged(tag, wire[tag], place);
}

/**
 * Decodes the output of `encodeWriteValue`.
 * @throws ProblemError as there; `transform-misplaced` in arrays
 */
export function decodeWriteValue(wire: unknown, place = '', depth = 0): WriteValue {
  if (depth > MAXIMUM_FIELD_DEPTH) throw new ProblemError('value-too-deep', { place });
  if (!isPlainObject(wire)) return decodeValue(wire, place, depth);
  const tag = getTag(wire);
  if (tag === undefined) return decodeWriteFields(wire, place, depth + 1);
  if (TRANSFORM_TAGS.has(tag)) return decodeTransform(tag, wire[tag], place);
  return tag === '$map'
    ? decodeWriteFields(memberMap(wire[tag], place), place, depth + 1)
    : decodeTagged(tag, wire[tag], place);
}

/** Decodes the fields of a stored document. */
export const decodeFields = (
  wire: Readonly<Record<string, unknown>>,
  place = '',
  depth = 0,
): DocumentMap => mapMembers(wire, place, (member, at) => decodeValue(member, at, depth));

/** Decodes the fields of a write. */
export const decodeWriteFields = (
  wire: Readonly<Record<string, unknown>>,
  place = '',
  depth = 0,
): WriteMap => mapMembers(wire, place, (member, at) => decodeWriteValue(member, at, depth));

const TRANSFORM_TAGS: ReadonlySet<string> = new Set([
  '$serverTimestamp',
  '$deleteField',
  '$arrayUnion',
  '$arrayRemove',
  '$increment',
]);

type Position = { readonly place: string; readonly depth: number; readonly transforms: boolean };

function encode(value: unknown, position: Position): WireValue {
  if (position.depth > MAXIMUM_FIELD_DEPTH)
    throw new ProblemError('value-too-deep', { place: position.place });
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value === 'string') return checkText(value, position.place);
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return { $date: value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: bytesToBase64(value) };
  if (value instanceof FieldTransform) return encodeTransform(value, position);
  const inner = { place: position.place, depth: position.depth + 1, transforms: false };
  if (Array.isArray(value)) return value.map((element: unknown) => encode(element, inner));
  if (!isPlainObject(value)) throw new ProblemError('value-invalid', { place: position.place });
  const members = encodeMembers(value, position);
  return Object.keys(members).some((key) => key.startsWith('$')) ? { $map: members } : members;
}

function encodeMembers(value: Readonly<Record<string, unknown>>, position: Position): WireMap {
  const members: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (!isFieldName(name))
      throw new ProblemError('field-name-invalid', { place: join(position.place, name) });
    members[name] = encode(member, {
      ...position,
      place: join(position.place, name),
      depth: position.depth + 1,
    });
  }
  return members;
}

function encodeNumber(value: number): WireValue {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { $number: Object.is(value, -0) ? '-0' : String(value) };
}

function encodeTransform(transform: FieldTransform, position: Position): WireValue {
  if (!position.transforms)
    throw new ProblemError('transform-misplaced', { place: position.place });
  const { operation } = transform;
  switch (operation.kind) {
    case 'serverTimestamp':
      return { $serverTimestamp: true };
    case 'deleteField':
      return { $deleteField: true };
    case 'arrayUnion':
    case 'arrayRemove':
      return {
        [`$${operation.kind}`]: operation.values.map((value) => encodeValue(value, position.place)),
      };
    case 'increment':
      return { $increment: encodeNumber(operation.by) };
  }
}

function decodeTransform(tag: string, inner: unknown, place: string): FieldTransform {
  if (tag === '$serverTimestamp' && inner === true)
    return new FieldTransform({ kind: 'serverTimestamp' });
  if (tag === '$deleteField' && inner === true) return new FieldTransform({ kind: 'deleteField' });
  const value = decodeValue(inner, place);
  if (tag === '$increment' && typeof value === 'number')
    return new FieldTransform({ kind: 'increment', by: value });
  if (!Array.isArray(inner)) throw new ProblemError('value-invalid', { place });
  const values = inner.map((element: unknown) => decodeValue(element, place));
  return new FieldTransform({ kind: tag === '$arrayUnion' ? 'arrayUnion' : 'arrayRemove', values });
}

function decodeTagged(tag: string, inner: unknown, place: string): DocumentValue {
  if (typeof inner !== 'string') throw new ProblemError('value-invalid', { place });
  if (tag === '$number' && ['NaN', 'Infinity', '-Infinity', '-0'].includes(inner))
    return Number(inner);
  let value: DocumentValue = null;
  if (tag === '$date') value = readIsoDate(inner);
  if (tag === '$bytes') value = bytesFromBase64(inner);
  if (value === null) throw new ProblemError('value-invalid', { place });
  return value;
}

/** Parses an ISO 8601 text with date, time and zone (`Z` or ±hh:mm); null if invalid. */
export function readIsoDate(text: string): Date | null {
  if (!/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text))
    return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function decodeScalar(wire: unknown, place: string): DocumentValue {
  if (wire === null || typeof wire === 'boolean') return wire;
  if (typeof wire === 'number' && Number.isFinite(wire)) return wire;
  if (typeof wire === 'string') return checkText(wire, place);
  throw new ProblemError('value-invalid', { place });
}

function mapMembers<Value>(
  wire: Readonly<Record<string, unknown>>,
  place: string,
  decode: (wire: unknown, place: string) => Value,
): Record<string, Value> {
  const members: Record<string, Value> = {};
  for (const [name, member] of Object.entries(wire)) {
    if (!isFieldName(name))
      throw new ProblemError('field-name-invalid', { place: join(place, name) });
    members[name] = decode(member, join(place, name));
  }
  return members;
}

function memberMap(inner: unknown, place: string): Readonly<Record<string, unknown>> {
  if (!isPlainObject(inner)) throw new ProblemError('value-invalid', { place });
  return inner;
}

/** A map with a single key beginning with `$` is a tag. The encoder wraps all other such maps. */
function getTag(wire: Readonly<Record<string, unknown>>): string | undefined {
  const keys = Object.keys(wire);
  const first = keys[0];
  return keys.length === 1 && first?.startsWith('$') === true ? first : undefined;
}

/** PostgreSQL's jsonb cannot store U+0000 or unpaired surrogates. */
function checkText(text: string, place: string): string {
  if (!text.isWellFormed() || text.includes('\0'))
    throw new ProblemError('value-invalid', { place });
  return text;
}

const join = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);
