import {
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  checkOverrides,
  parameterCollection,
  parameterFault,
  ProblemError,
  getTypeName,
  withDefaults,
  type AccidentParameter,
  type ParameterValue,
  type ProblemIssue,
} from '@yamori/domain';
import { z } from 'zod';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { readDefaultsIn } from '../../core/documents/parameter-overrides.ts';
import {
  lockLimits,
  findPairs,
  rejectCrossedBelow,
} from '../../core/documents/writing/threshold-pairs.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/** Any class that no other advisory lock uses (see document-locks.ts). */
const DEFAULTS_CLASS = 72_671;
const value = z.union([z.number(), z.string(), z.boolean()]);

/**
 * Invariant: a parameter's default is within its own range. For alarm thresholds the catalogue
 * defines the range, and a low limit stays below its high limit, even where an organisation or a
 * room sets one of them. Concurrent changes are serialised.
 */
export const checkParameterDefaults: Invariant = {
  on: { parameter: 'any' },
  check: async (batch, queries) => {
    const written = batch.flatMap(({ before, after }) => {
      const row = after ?? before;
      return row?.collection === 'parameter' && row.parentPath === ''
        ? [{ before, after, row }]
        : [];
    });
    if (written.length === 0) return;
    await queries.query({
      name: 'lock_parameter_defaults',
      text: 'select pg_advisory_xact_lock($1::int, 0)',
      values: [DEFAULTS_CLASS],
    });
    for (const { after } of written) {
      if (after === null) continue;
      const issues = getText(after, 'key').startsWith(ACCIDENT_PREFIX) ? [] : checkOwnRange(after);
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
    }
    const changed = written.filter(({ row }) => getText(row, 'key').startsWith(ACCIDENT_PREFIX));
    if (changed.length === 0) return;
    const kept = await readDefaultsIn(
      queries,
      written.map(({ row }) => row.path),
    );
    const getDefinitions = (rows: readonly (PlacedRow | null)[]): readonly AccidentParameter[] =>
      withDefaults(
        new Map([
          ...kept,
          ...rows.flatMap((row): [string, unknown][] =>
            row === null ? [] : [[getText(row, 'key'), row.data['default']]],
          ),
        ]),
      );
    const held = getDefinitions(written.map(({ before }) => before));
    const definitions = getDefinitions(written.map(({ after }) => after));
    for (const { before, after, row } of changed) {
      const issues = [
        ...checkBounds(before, after),
        ...checkThreshold(getText(row, 'key'), after, definitions),
      ];
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: row.path, issues });
    }
    await lockLimits(queries);
    await rejectCrossedBelow({
      batch,
      queries,
      definitions: { before: held, after: definitions },
      pairs: findPairs(changed.map(({ row }) => getText(row, 'key'))),
      domainIds: null,
    });
  },
};

const BOUNDS = ['min', 'max', 'step'] as const;

/**
 * For alarm thresholds only the catalogue defines the range; another range in a document would
 * mislead its readers. Values from older servers stay until they are changed.
 */
function checkBounds(before: PlacedRow | null, after: PlacedRow | null): ProblemIssue[] {
  const known =
    after === null
      ? undefined
      : ACCIDENT_PARAMETERS.find(({ key }) => key === getText(after, 'key'));
  if (after === null || known === undefined) return [];
  return BOUNDS.flatMap((field): ProblemIssue[] => {
    const given = after.data[field] ?? null;
    return given === null || given === known[field] || given === (before?.data[field] ?? null)
      ? []
      : [{ field, code: 'value-wrong' }];
  });
}

/** For parameters that define their own range. */
function checkOwnRange(row: PlacedRow): ProblemIssue[] {
  const parsed = parameterCollection.schema.strip().safeParse(row.data);
  // The schema rejects it with a better message.
  if (!parsed.success) return [];
  const { min, max } = parsed.data;
  if (min !== null && max !== null && min > max)
    return [{ field: 'max', code: 'number-at-least', details: { limit: min } }];
  const fault = parameterFault(parsed.data, parsed.data.default);
  return fault === null ? [] : [{ field: 'default', ...fault }];
}

/** `after` is null after a deletion, which restores the catalogue's value. */
function checkThreshold(
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
        details: { expected: known.kind, received: getTypeName(after?.data['default']) },
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

const getText = ({ data }: PlacedRow, field: string): string =>
  typeof data[field] === 'string' ? data[field] : '';
