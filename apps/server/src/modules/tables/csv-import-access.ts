import {
  csvKindsOf,
  DOMAIN_KINDS,
  reaches,
  refuse,
  type Actor,
  type CsvKind,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { CsvImportParts } from './csv-import-parts.ts';
import { findImport, type StoredImport } from './csv-import-store.ts';
import type { PlanPlace } from './plans/row-plan.ts';

/**
 * The organisation that a table is for, where the actor may bring in such a table.
 * @throws ProblemError `csv-import-forbidden`, `domain-not-found` for what they do not reach
 */
export async function requirePlace(
  { store }: Pick<CsvImportParts, 'store'>,
  actor: Actor,
  kind: CsvKind,
  domainId: string,
): Promise<PlanPlace> {
  if (!csvKindsOf(actor).includes(kind)) throw refuse('csv-import-forbidden');
  const [domain] =
    domainId.includes('/') || !reaches(actor, domainId)
      ? []
      : await store.read([`domain/${domainId}`]);
  const { rootDomainId, timeZone, kind: kindOfDomain } = domain?.data ?? {};
  if (typeof rootDomainId !== 'string') throw refuse('domain-not-found');
  return {
    domainId,
    rootDomainId,
    timeZone: typeof timeZone === 'string' ? timeZone : 'Asia/Tokyo',
    kindOfDomain: DOMAIN_KINDS.find((one) => one === kindOfDomain) ?? 'facility',
  };
}

/**
 * An import of the actor's own: what others bring in holds names that they alone may see. @throws
 * ProblemError `csv-import-not-found`
 */
export async function requireOwnImport(
  queries: Queries,
  actor: Actor,
  importId: string,
): Promise<StoredImport> {
  const found = UUID.test(importId) ? await findImport(queries, importId) : null;
  if (found === null || found.ownerId !== actor.userId) throw refuse('csv-import-not-found');
  return found;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
