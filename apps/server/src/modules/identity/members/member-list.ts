import {
  highestLevelManagedBy,
  isVisible,
  mayManageStaff,
  query,
  reaches,
  refuse,
  staffCollection,
  STAFF_RULE,
  type Actor,
  type MemberEntry,
} from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import type { RegistrationParts } from '../registration/registration-parts.ts';
import { readRequests, type ActRequest } from './act-requests.ts';
import { isPeer } from './equals.ts';
import { readMemberFacts, type MemberFacts } from './member-store.ts';

const MOST_LISTED = 500;

/**
 * The members of one organisation, for those who manage people, by name. How an account is kept
 * safe is told of members whom they manage.
 * @throws ProblemError `domain-not-found`, `member-forbidden`
 */
export async function listMembers(
  parts: RegistrationParts,
  actor: Actor,
  domainId: string,
): Promise<{ members: MemberEntry[]; complete: boolean }> {
  if (!reaches(actor, domainId)) throw refuse('domain-not-found');
  if (highestLevelManagedBy(actor) === null) throw refuse('member-forbidden');
  const asked = query.parse({
    collection: 'staff',
    filters: [{ field: ['domainId'], op: '==', value: domainId }],
    orderBy: [{ field: ['name'], direction: 'asc' }],
    limit: MOST_LISTED,
  });
  const visibility = STAFF_RULE.visibleTo(actor);
  const documents = (await parts.store.list(asked, { visibility })).filter((document) =>
    isVisible(document, visibility),
  );
  const ids = documents.map(({ id }) => id);
  const facts = await readMemberFacts(parts.database, ids, parts.now());
  const requests = Map.groupBy(
    await readRequests(parts.database, ids, parts.now()),
    ({ userId }) => userId,
  );
  return {
    members: documents.flatMap((document) =>
      entryOf(document, actor, {
        facts: facts.get(document.id),
        requests: requests.get(document.id) ?? [],
        hasMail: parts.letters.available,
      }),
    ),
    complete: documents.length < MOST_LISTED,
  };
}

type Known = {
  readonly facts: MemberFacts | undefined;
  readonly requests: readonly ActRequest[];
  readonly hasMail: boolean;
};

/** A document that its schema does not take is shown nowhere as a member. */
function entryOf(
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
