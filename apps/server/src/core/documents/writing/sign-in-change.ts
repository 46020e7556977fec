import {
  ACCESS_LEVELS,
  changedFields,
  isPartOf,
  ProblemError,
  SIGN_IN_FIELDS,
  type Actor,
  type OrganisationKind,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import { type PlacedRow, readRows } from '../document-row.ts';

/** Whether this installation offers an external sign-in method. */
export type OffersMethod = (method: string) => boolean;

/**
 * Only members of an organisation itself may change its sign-in methods, and at least one working
 * method must remain. The rules have checked access levels before; only the tree shows whether the
 * actor is inside.
 */
export async function rejectSignInChange(
  actor: Actor,
  before: PlacedRow | null,
  after: PlacedRow,
  queries: Queries,
  offers: OffersMethod,
): Promise<void> {
  if (
    after.collection !== 'domain' ||
    !changedFields(before?.data ?? {}, after.data).some((field) => SIGN_IN_FIELDS.includes(field))
  )
    return;
  const lineage = await readLineage(after, queries);
  const { domainId } = actor;
  const isInside = domainId !== null && (domainId === after.id || isPartOf(lineage, domainId));
  if (before !== null && !isInside && actor.accessLevel !== ACCESS_LEVELS.seniorDeveloper)
    throw new ProblemError('document-forbidden', { place: after.path });
  if (!(await hasWorkingMethod(after, lineage, queries, offers)))
    throw new ProblemError('sign-in-methods-invalid', { place: 'signInMethods' });
}

/** The organisation and its ancestors, from the top. */
async function readLineage(domain: PlacedRow, queries: Queries): Promise<OrganisationKind[]> {
  const above = texts(domain.data['ancestorIds']);
  const rows = await readRows(
    queries,
    above.map((id) => `domain/${id}`),
  );
  const getKind = (data: PlacedRow['data'] | undefined): string =>
    typeof data?.['kind'] === 'string' ? data['kind'] : '';
  return [
    ...above.map((id) => ({ id, kind: getKind(rows.get(`domain/${id}`)?.data) })),
    { id: domain.id, kind: getKind(domain.data) },
  ];
}

/** Anonymous sign-in does not count, because guests cannot return. */
async function hasWorkingMethod(
  { id, data }: PlacedRow,
  lineage: readonly OrganisationKind[],
  queries: Queries,
  offers: OffersMethod,
): Promise<boolean> {
  const methods = texts(data['signInMethods']);
  if (
    methods.includes('email') ||
    ['line', 'google'].some((method) => methods.includes(method) && offers(method))
  )
    return true;
  if (!methods.includes('saml')) return false;
  const speakers = lineage
    .filter((organisation) => organisation.id === id || isPartOf(lineage, organisation.id))
    .map((organisation) => organisation.id);
  const providers = await queries.query({
    name: 'check_saml_provider_works',
    text: `select 1 from saml_provider where 'saml.' || id = any($1) and domain_id = any($2) limit 1`,
    values: [texts(data['samlProviderIds']), speakers],
  });
  return providers.length > 0;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
