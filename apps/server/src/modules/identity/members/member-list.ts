import {
  highestLevelManagedBy,
  isVisible,
  mayManageStaff,
  query,
  canAccessDomain,
  ProblemError,
  staffCollection,
  STAFF_RULE,
  type Actor,
  type MemberEntry,
} from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import { isPeer, readRequests, type ActRequest } from './peer-approval.ts';
import { readMemberFacts, type MemberFacts } from './member-store.ts';

const MAX_LISTED = 500;

/**
 * The members of an organisation, by name, for those who manage people. Security details are
 * included only for members whom the actor manages.
 */
export async function listMembers(
  context: RegistrationContext,
  actor: Actor,
  domainId: string,
): Promise<{ members: MemberEntry[]; complete: boolean }> {
  if (!canAccessDomain(actor, domainId)) throw new ProblemError('domain-not-found');
  if (highestLevelManagedBy(actor) === null) throw new ProblemError('member-forbidden');
  const membersQuery = query.parse({
    collection: 'staff',
    filters: [{ field: ['domainId'], op: '==', value: domainId }],
    orderBy: [{ field: ['name'], direction: 'asc' }],
    limit: MAX_LISTED,
  });
  const visibility = STAFF_RULE.visibleTo(actor);
  const documents = (await context.store.list(membersQuery, { visibility })).filter((document) =>
    isVisible(document, visibility),
  );
  const ids = documents.map(({ id }) => id);
  const facts = await readMemberFacts(context.database, ids, context.now());
  const requests = Map.groupBy(
    await readRequests(context.database, ids, context.now()),
    ({ userId }) => userId,
  );
  return {
    members: documents.flatMap((document) =>
      toEntries(document, actor, {
        facts: facts.get(document.id),
        requests: requests.get(document.id) ?? [],
        hasMail: context.emails.available,
      }),
    ),
    complete: documents.length < MAX_LISTED,
  };
}

type Known = {
  readonly facts: MemberFacts | undefined;
  readonly requests: readonly ActRequest[];
  readonly hasMail: boolean;
};

/** Documents that do not match the schema are omitted. */
function toEntries(
  document: ReadDocument,
  actor: Actor,
  { facts, requests, hasMail }: Known,
): MemberEntry[] {
  const { data, success } = staffCollection.schema.safeParse(document.data);
  if (!success) return [];
  const isManaged = data.userId !== actor.userId && mayManageStaff(actor, document);
  const { userId, name, nameKana, email, accessLevel, state } = data;
  const security =
    !isManaged || facts === undefined
      ? null
      : {
          hasPassword: facts.hasPassword,
          hasSecondFactor: facts.hasSecondFactor,
          lastSignInAt: facts.lastSignInAt?.toISOString() ?? null,
          sessions: facts.sessions,
          mailable: hasMail && facts.hasProvenAddress,
          isPeer: isPeer(actor, { accessLevel: data.accessLevel, domainId: data.domainId }),
          requests: requests.map(({ act, askedBy, expiresAt }) => ({
            act,
            isMine: askedBy === actor.userId,
            expiresAt: expiresAt.toISOString(),
          })),
        };
  return [
    { userId, name, nameKana: nameKana ?? '', email: email ?? null, accessLevel, state, security },
  ];
}
