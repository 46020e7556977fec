import { ACCIDENT_PARAMETERS, ACCIDENT_PREFIX, checkOverrides, domainCollection, effectiveValues, refuse, roomCollection, withDefaults, type ParameterOverrides } from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import type { PlacedRow } from '../../documents/document-row.ts';
import { overridesOf, readDefaultsIn } from '../../documents/set-parameters.ts';
import type { Invariant } from '../../documents/writing/commit-guard.ts';
import { readRows } from '../../documents/writing/document-locks.ts';
import type { RowChange } from '../../documents/writing/unique-keys.ts';

/**
 * Thresholds of domains and rooms are good ones, whoever writes them: no unknown key, nothing beyond its range, no low limit over the high
 * one that holds there. Each wrong value is named at its field.
 * @throws ProblemError `document-invalid`
 */
export const keepParameters: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    if (after === null || (after.collection !== 'domain' && after.collection !== 'room')) continue;
    const overrides = overridesOf(after);
    if (before !== null && JSON.stringify(accidentsOnly(overridesOf(before))) === JSON.stringify(accidentsOnly(overrides))) continue;
    if (Object.keys(accidentsOnly(overrides)).length === 0) continue;
    const issues = checkOverrides(overrides, effectiveValues(await inherited(after, batch, queries), withDefaults(await readDefaultsIn(queries))), ACCIDENT_PARAMETERS);
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
  }
};

const accidentsOnly = (overrides: ParameterOverrides): [string, unknown][] => Object.entries(overrides).filter(([key]) => key.startsWith(ACCIDENT_PREFIX)).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What the organisations above say, from the top down; a room's own organisation among them. */
async function inherited(row: PlacedRow, batch: readonly RowChange[], queries: Queries): Promise<ParameterOverrides[]> {
  const domain = row.collection === 'room' ? await domainOf(roomCollection.schema.shape.domainId.catch('').parse(row.data['domainId']), batch, queries) : null;
  const above = domainCollection.schema.shape.ancestorIds.catch([]).parse((domain ?? row).data['ancestorIds'] ?? []);
  const chain = await Promise.all(above.map((id) => domainOf(id, batch, queries)));
  return [...chain, domain].flatMap((one) => (one === null ? [] : [overridesOf(one)]));
}

async function domainOf(domainId: string, batch: readonly RowChange[], queries: Queries): Promise<PlacedRow | null> {
  if (domainId === '') return null;
  const path = `domain/${domainId}`;
  return batch.find(({ after }) => after?.path === path)?.after ?? (await readRows(queries, [path])).get(path) ?? null;
}
