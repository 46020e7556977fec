import {
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  checkOverrides,
  parameterCollection,
  parameterFault,
  refuse,
  typeNameOf,
  withDefaults,
  type AccidentParameter,
  type ParameterValue,
  type ProblemIssue,
} from '@yamori/domain';
import { z } from 'zod';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { readDefaultsIn } from '../../core/documents/set-parameters.ts';
import {
  lockLimits,
  pairsOf,
  refuseCrossedBelow,
} from '../../core/documents/writing/crossed-limits.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Any fixed class that no other advisory lock of ours has (documents/writing/document-locks.ts).
 */
const DEFAULTS_CLASS = 72_671;
const value = z.union([z.number(), z.string(), z.boolean()]);

/**
 * The value that holds where nobody sets one lies within its parameter's own range, whoever writes
 * it. Of the rules of accidents the catalogue says the range, and no low limit reaches its high
 * one, nor one that an organisation or a room sets itself; two people who change both wait for each
 * other.
 * @throws ProblemError `document-invalid` at `default`, `key`, `min`, `max` or `step`,
 * `threshold-crossed-conflict`
 */
export const keepDefaults: Invariant = async (batch, queries) => {
  const written = batch.flatMap(({ before, after }) => {
    const row = after ?? before;
    return row?.collection === 'parameter' && row.parentPath === '' ? [{ before, after, row }] : [];
  });
  if (written.length === 0) return;
  await queries.query({
    name: 'lock-defaults',
    text: 'select pg_advisory_xact_lock($1::int, 0)',
    values: [DEFAULTS_CLASS],
  });
  for (const { after } of written) {
    if (after === null) continue;
    const issues = textOf(after, 'key').startsWith(ACCIDENT_PREFIX) ? [] : faultsOfOwn(after);
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
  }
  const changed = written.filter(({ row }) => textOf(row, 'key').startsWith(ACCIDENT_PREFIX));
  if (changed.length === 0) return;
  const kept = await readDefaultsIn(
    queries,
    written.map(({ row }) => row.path),
  );
  const definitionsOf = (rows: readonly (PlacedRow | null)[]): readonly AccidentParameter[] =>
    withDefaults(
      new Map([
        ...kept,
        ...rows.flatMap((row): [string, unknown][] =>
          row === null ? [] : [[textOf(row, 'key'), row.data['default']]],
        ),
      ]),
    );
  const [held, definitions] = [
    definitionsOf(written.map(({ before }) => before)),
    definitionsOf(written.map(({ after }) => after)),
  ];
  for (const { before, after, row } of changed) {
    const issues = [
      ...ownBounds(before, after),
      ...faultsOfAccident(textOf(row, 'key'), after, definitions),
    ];
    if (issues.length > 0) throw refuse('document-invalid', { place: row.path, issues });
  }
  await lockLimits(queries);
  await refuseCrossedBelow({
    batch,
    queries,
    definitions: { before: held, after: definitions },
    pairs: pairsOf(changed.map(({ row }) => textOf(row, 'key'))),
    domainIds: null,
  });
};

const BOUNDS = ['min', 'max', 'step'] as const;

/**
 * Of the rules of accidents the catalogue alone says the range: a document that said another would
 * be believed by its readers. What an older server took stays until it is changed.
 */
function ownBounds(before: PlacedRow | null, after: PlacedRow | null): ProblemIssue[] {
  const known =
    after === null
      ? undefined
      : ACCIDENT_PARAMETERS.find(({ key }) => key === textOf(after, 'key'));
  if (after === null || known === undefined) return [];
  return BOUNDS.flatMap((field): ProblemIssue[] => {
    const given = after.data[field] ?? null;
    return given === null || given === known[field] || given === (before?.data[field] ?? null)
      ? []
      : [{ field, code: 'value-wrong' }];
  });
}

/** A parameter that describes itself. */
function faultsOfOwn(row: PlacedRow): ProblemIssue[] {
  const parsed = parameterCollection.schema.strip().safeParse(row.data);
  // What its schema does not take is refused there, with better words.
  if (!parsed.success) return [];
  const { min, max } = parsed.data;
  if (min !== null && max !== null && min > max)
    return [{ field: 'max', code: 'number-at-least', details: { limit: min } }];
  const fault = parameterFault(parsed.data, parsed.data.default);
  return fault === null ? [] : [{ field: 'default', ...fault }];
}

/** `after` null: taken back, so that what the catalogue says holds again. */
function faultsOfAccident(
  key: string,
  after: PlacedRow | null,
  definitions: readonly AccidentParameter[],
): ProblemIssue[] {
  const known = ACCIDENT_PARAMETERS.find((one) => one.key === key);
  if (known === undefined)
    return after === null
      ? []
      : [{ field: 'key', code: 'keys-unknown', details: { keys: `'${key}'` } }];
  const given = value.safeParse(after === null ? known.default : after.data['default']);
  if (!given.success)
    return [
      {
        field: 'default',
        code: 'type-wrong',
        details: { expected: known.kind, received: typeNameOf(after?.data['default']) },
      },
    ];
  const held = new Map<string, ParameterValue>(
    definitions.map((definition) => [definition.key, definition.default]),
  );
  return checkOverrides({ [key]: given.data }, held, ACCIDENT_PARAMETERS).map((issue) => ({
    ...issue,
    field: 'default',
  }));
}

const textOf = ({ data }: PlacedRow, field: string): string =>
  typeof data[field] === 'string' ? data[field] : '';
