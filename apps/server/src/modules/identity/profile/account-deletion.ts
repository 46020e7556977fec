import type { Actor, Write } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { dropSessions, findAccount } from '../registration/accounts.ts';
import { isTopLevel } from '../registration/membership-rules.ts';
import { findOrganisation, type Organisation } from '../registration/organisations.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';
import { lockOwner, type AccountOwner } from '../account-owner.ts';
import { readMember } from './profile-store.ts';

/** The name of the organisation that would lose its last owner; null otherwise. */
export async function findSoleOwnedOrganisation(
  context: RegistrationContext,
  actor: Actor,
): Promise<string | null> {
  const leaving = await findLeaving(context, actor.userId);
  return leaving !== null && (await isLastAtTop(context.database, actor.userId, leaving))
    ? leaving.organisation.name
    : null;
}

/**
 * Deletes an account with all personal data. The update history keeps the account's id (decision
 * 016). Fails for the last owner of an organisation (membership-rules.ts).
 */
export async function deleteAccount(
  context: RegistrationContext,
  owner: AccountOwner,
): Promise<void> {
  const { userId } = owner;
  const [account, member, leaving, rooms] = await Promise.all([
    findAccount(context.database, userId),
    readMember(context, userId),
    findLeaving(context, userId),
    roomsSharedWith(context.database, userId),
  ]);
  const ended = { tell: (): void => undefined };
  const alongside = async (queries: Queries): Promise<void> => {
    await lockOwner(queries, owner);
    ended.tell = await context.deleteSavedData(queries, userId);
    await dropSessions(queries, userId, null, { reason: 'accountDeleted', at: context.now() });
    await queries.query({
      name: 'delete_account',
      text: 'delete from auth_user where id = $1',
      values: [userId],
    });
    if (
      !context.emails.available ||
      account === null ||
      account.email === null ||
      !account.isEmailVerified
    )
      return;
    await context.emails.send(
      account.email,
      account.language ?? 'ja',
      'accountDeleted',
      (words) => words.accountDeleted(),
      queries,
    );
  };
  const writes: Write[] = [
    ...(member === null ? [] : [{ kind: 'delete' as const, path: `staff/${userId}` }]),
    // An individual's organisation is deleted with its only member.
    ...(leaving?.organisation.kind === 'individual'
      ? [{ kind: 'delete' as const, path: `domain/${leaving.organisation.domainId}` }]
      : []),
    // Removes only this user, so that concurrent sharing with others is preserved.
    ...rooms.map(({ path }): Write => ({
      kind: 'update',
      path,
      fields: [{ field: ['sharedWith'], value: { $arrayRemove: [userId] } }],
    })),
  ];
  if (writes.length === 0) await context.database.transaction(alongside);
  else await context.store.commit(writes, { userId, alongside });
  ended.tell();
  context.identity.announceChange(userId);
}

type Leaving = { readonly organisation: Organisation; readonly accessLevel: number };

async function findLeaving(context: RegistrationContext, userId: string): Promise<Leaving | null> {
  const member = await readMember(context, userId);
  const organisation =
    member === null ? null : await findOrganisation(context.store, member.domainId);
  return member === null || organisation === null
    ? null
    : { organisation, accessLevel: member.accessLevel };
}

async function isLastAtTop(
  queries: Queries,
  userId: string,
  { organisation, accessLevel }: Leaving,
): Promise<boolean> {
  if (!isTopLevel(accessLevel)) return false;
  const [row] = await queries.query<{ others: number }>({
    name: 'count_other_owners',
    text: `select count(*)::int as others from documents where collection = 'staff' and domain_ids @> array[$1]
      and (data->>'accessLevel')::int = $2 and data->>'state' = 'active' and id <> $3`,
    values: [organisation.domainId, accessLevel, userId],
  });
  return (row?.others ?? 0) === 0;
}

const roomsSharedWith = (queries: Queries, userId: string): Promise<{ path: string }[]> =>
  queries.query({
    name: 'list_rooms_shared_with',
    text: `select path from documents where collection = 'room' and shared_with @> array[$1]`,
    values: [userId],
  });
