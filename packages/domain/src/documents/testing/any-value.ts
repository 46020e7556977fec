import fc from 'fast-check';
import type { DocumentMap, DocumentValue } from '../document-value.ts';
import { isFieldName } from '../field-path.ts';

const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((value) => !value.includes('\0'));
export const anyFieldName = fc
  .oneof(text, fc.constantFrom('$date', '$map', 'a.b', '`', '\\', '1', '_x'))
  .filter(isFieldName);

const scalar: fc.Arbitrary<DocumentValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, -0, 0, Infinity, -Infinity),
  text,
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 5 }),
);

/**
 * A bug in Node 24 returns a wrong key for an escaped key if an object of the same shape had a key
 * with a backslash before: `JSON.parse('{"\\\\":1}')`, then `JSON.parse('{"\\u0001":1}')` (P75
 * in docs/known-issues.md). Keys of these maps therefore have no backslash.
 */
const keyOfMap = anyFieldName.filter((name) => !name.includes('\\'));

const tree = fc.letrec<{ value: DocumentValue; map: DocumentMap }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(keyOfMap, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

/** Values of every kind, nested. */
export const anyValue = tree.value;
export const anyMap = tree.map;
