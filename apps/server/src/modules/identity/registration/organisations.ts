import { randomBytes } from 'node:crypto';
import {
  domainCollection,
  encodeFields,
  ProblemError,
  type DocumentData,
  type Write,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';

export type Organisation = DocumentData<'domain'> & { readonly domainId: string };
type NewOrganisation = Pick<DocumentData<'domain'>, 'name' | 'kind'> &
  Partial<Pick<DocumentData<'domain'>, 'nameKana' | 'contact' | 'limits' | 'signInMethods'>>;

/** Any class that no other advisory lock uses (see document-locks.ts). */
const REGISTRATION_CLASS = 72_650;
const ID_BYTES = 9;

/** Requires that the organisation exists and its contract has not ended. */
export async function requireOrganisation(
  store: DocumentStore,
  domainId: string,
  now: Date,
): Promise<Organisation> {
  const organisation = await findOrganisation(store, domainId);
  if (organisation === null) throw new ProblemError('domain-not-found');
  if (organisation.contractTo !== undefined && organisation.contractTo < now)
    throw new ProblemError('domain-suspended');
  return organisation;
}

export async function findOrganisation(
  store: DocumentStore,
  domainId: string,
): Promise<Organisation | null> {
  const path = `domain/${domainId}`;
  const [document] = domainId.includes('/') ? [] : await store.read([path]);
  const parsed = domainCollection.schema.safeParse(document?.data);
  return parsed.success ? { ...parsed.data, domainId } : null;
}

/**
 * A new organisation, below `parent` or at the root. Its id serves as its code until it gets one.
 */
export function newOrganisation(
  fields: NewOrganisation,
  parent: Organisation | null,
): { readonly domainId: string; readonly rootDomainId: string; readonly write: Write } {
  const domainId = `org-${randomBytes(ID_BYTES).toString('hex')}`;
  const rootDomainId = parent?.rootDomainId ?? domainId;
  const data = {
    code: domainId,
    ...fields,
    parentDomainId: parent?.domainId ?? null,
    rootDomainId,
    ancestorIds: parent === null ? [] : [...parent.ancestorIds, parent.domainId],
  };
  return {
    domainId,
    rootDomainId,
    write: { kind: 'create', path: `domain/${domainId}`, data: encodeFields(data, false) },
  };
}

/** The organisation of an individual. It accepts every provider that individuals may link. */
export const newIndividual = (name: string) =>
  newOrganisation({ name, kind: 'individual', signInMethods: ['email', 'line', 'google'] }, null);

type NewMember = {
  readonly userId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly name: string;
  readonly nameKana?: string | undefined;
  readonly accessLevel: number;
  readonly email: string | null;
};

export const newMember = ({
  userId,
  domainId,
  rootDomainId,
  name,
  nameKana,
  accessLevel,
  email,
}: NewMember): Write => ({
  kind: 'create',
  path: `staff/${userId}`,
  data: encodeFields(
    {
      userId,
      domainId,
      rootDomainId,
      name,
      ...(nameKana === undefined || nameKana === '' ? {} : { nameKana }),
      accessLevel,
      email,
      state: 'active',
    },
    false,
  ),
});

/**
 * Serialises registrations that could both be the first, or take the last seat. `subject`: an
 * organisation or the whole server.
 */
export async function lockRegistration(queries: Queries, subject: string): Promise<void> {
  await queries.query({
    name: 'lock_registration',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [REGISTRATION_CLASS, subject],
  });
}

/** Whether no organisation has members yet. */
export async function isEmptyServer(queries: Queries): Promise<boolean> {
  const [row] = await queries.query<{ found: boolean }>({
    name: 'check_members_exist',
    text: "select exists (select 1 from documents where collection = 'staff' and parent_path = '') as found",
  });
  return row?.found !== true;
}
