import {
  ACCIDENT_PARAMETERS,
  ACCIDENT_PREFIX,
  checkOverrides,
  domainCollection,
  effectiveValues,
  LIMIT_PAIRS,
  ProblemError,
  roomCollection,
  withDefaults,
  type ParameterOverrides,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { type PlacedRow, readRows } from '../../core/documents/document-row.ts';
import { parseOverrides, readDefaultsIn } from '../../core/documents/parameter-overrides.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import {
  lockLimits,
  findPairs,
  rejectCrossedBelow,
} from '../../core/documents/writing/threshold-pairs.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * Checks the thresholds of domains and rooms: known keys, values within their ranges, and no low
 * limit above the effective high one, unless it already was and does not get worse. Each issue
 * names its field. A threshold that is set, removed or moved must not cross one set below it.
 */
export const checkThresholds: Invariant = {
  on: {
    domain: ['parameterOverrides', 'domainId', 'ancestorIds'],
    room: ['parameterOverrides', 'domainId', 'ancestorIds'],
  },
  check: async (batch, queries) => {
    const touched = batch.flatMap(({ before, after }) =>
      after !== null &&
      (after.collection === 'domain' || after.collection === 'room') &&
      isTouched(before, after)
        ? [{ before, after }]
        : [],
    );
    if (touched.length === 0) return;
    if (touched.some(({ before, after }) => movedLimits(before, after).length > 0))
      await lockLimits(queries);
    const definitions = withDefaults(await readDefaultsIn(queries));
    const batchBefore = batch.map(({ before }) => ({ before, after: before }));
    for (const { before, after } of touched) {
      const overrides = parseOverrides(after);
      if (accidentsOnly(overrides).length === 0) continue;
      const held =
        before === null
          ? null
          : effectiveValues(
              [...(await inherited(before, batchBefore, queries)), parseOverrides(before)],
              definitions,
            );
      const issues = checkOverrides(
        overrides,
        effectiveValues(await inherited(after, batch, queries), definitions),
        ACCIDENT_PARAMETERS,
        held,
      );
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
    }
    const domains = touched.filter(
      ({ before, after }) =>
        after.collection === 'domain' && before !== null && movedLimits(before, after).length > 0,
    );
    const pairs = findPairs(domains.flatMap(({ before, after }) => movedLimits(before, after)));
    await rejectCrossedBelow({
      batch,
      queries,
      definitions: { before: definitions, after: definitions },
      pairs,
      domainIds: domains.map(({ after }) => after.id),
    });
  },
};

const serializePlace = ({ data }: PlacedRow): string =>
  JSON.stringify([data['domainId'] ?? null, data['ancestorIds'] ?? null]);
const isTouched = (before: PlacedRow | null, after: PlacedRow): boolean =>
  before === null ||
  serializePlace(before) !== serializePlace(after) ||
  JSON.stringify(accidentsOnly(parseOverrides(before))) !==
    JSON.stringify(accidentsOnly(parseOverrides(after)));

/**
 * Keys of limits that change for this place and the places below it; all keys if its parent
 * changes.
 */
function movedLimits(before: PlacedRow | null, after: PlacedRow): readonly string[] {
  const [old, now] = [before === null ? {} : parseOverrides(before), parseOverrides(after)];
  if (before !== null && serializePlace(before) !== serializePlace(after))
    return LIMIT_PAIRS.flat();
  return LIMIT_PAIRS.flat().filter((key) => old[key] !== now[key]);
}

const accidentsOnly = (overrides: ParameterOverrides): [string, unknown][] =>
  Object.entries(overrides)
    .filter(([key]) => key.startsWith(ACCIDENT_PREFIX))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** The overrides of the organisations above, from the top down, a room's own included. */
async function inherited(
  row: PlacedRow,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<ParameterOverrides[]> {
  const domain =
    row.collection === 'room'
      ? await findDomain(
          roomCollection.schema.shape.domainId.catch('').parse(row.data['domainId']),
          batch,
          queries,
        )
      : null;
  const above = domainCollection.schema.shape.ancestorIds
    .catch([])
    .parse((domain ?? row).data['ancestorIds'] ?? []);
  const chain = await Promise.all(above.map((id) => findDomain(id, batch, queries)));
  return [...chain, domain].flatMap((one) => (one === null ? [] : [parseOverrides(one)]));
}

async function findDomain(
  domainId: string,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<PlacedRow | null> {
  if (domainId === '') return null;
  const path = `domain/${domainId}`;
  return (
    batch.find(({ after }) => after?.path === path)?.after ??
    (await readRows(queries, [path])).get(path) ??
    null
  );
}
