import {
  importableCsvKinds,
  DOMAIN_KINDS,
  canAccessDomain,
  ProblemError,
  type Actor,
  type CsvKind,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { CsvImportDeps } from './csv-import-deps.ts';
import { findImport, type StoredImport } from './csv-import-store.ts';
import type { PlanPlace } from './plans/row-plan.ts';

/**
 * Reads the organisation that a table is for, if the actor may import such a table into it.
 */
export async function requirePlace(
  { store }: Pick<CsvImportDeps, 'store'>,
  actor: Actor,
  kind: CsvKind,
  domainId: string,
): Promise<PlanPlace> {
  if (!importableCsvKinds(actor).includes(kind)) throw new ProblemError('csv-import-forbidden');
  const [domain] =
    domainId.includes('/') || !canAccessDomain(actor, domainId)
      ? []
      : await store.read([`domain/${domainId}`]);
  const { rootDomainId, timeZone, kind: domainKind } = domain?.data ?? {};
  if (typeof rootDomainId !== 'string') throw new ProblemError('domain-not-found');
  return {
    domainId,
    rootDomainId,
    timeZone: typeof timeZone === 'string' ? timeZone : 'Asia/Tokyo',
    domainKind: DOMAIN_KINDS.find((one) => one === domainKind) ?? 'facility',
  };
}

/**
 * Finds an import of the actor. Imports of others contain names that only their owners may see.
 */
export async function requireOwnImport(
  queries: Queries,
  actor: Actor,
  importId: string,
): Promise<StoredImport> {
  const found = UUID.test(importId) ? await findImport(queries, importId) : null;
  if (found === null || found.ownerId !== actor.userId)
    throw new ProblemError('csv-import-not-found');
  return found;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
