import {
  ProblemError,
  staffCollection,
  ACCESS_LEVELS,
  type Actor,
  type Applicant,
  type Newcomer,
  type Write,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import type { SignInResult } from '../sign-in.ts';
import type { ClientInfo } from '../session.ts';
import { findAccount, insertAccount, newUserId, type NewAccount } from './accounts.ts';
import { readMailedLink, takeMailedLink } from './mailed-links.ts';
import { newMember } from './organisations.ts';
import type { RegistrationContext } from './registration-context.ts';

/** The new membership, and what the same transaction writes. */
type Membership = {
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly accessLevel: number;
  /** Written before the member: a new organisation. */
  readonly writes: readonly Write[];
  readonly alongside: (queries: Queries, userId: string) => Promise<void>;
  /** Accepts an unverified address. Only for installations without e-mail. */
  readonly acceptsUnverifiedEmail: boolean;
};

/** `admitted`: newly signed in; `joined`: keeps the existing session. */
export type JoinResult =
  | { readonly kind: 'admitted'; readonly result: SignInResult }
  | { readonly kind: 'joined' };

/** Adds a member. Account, member and the other writes are stored in one transaction. */
export async function joinOrganisation(
  context: RegistrationContext,
  applicant: Applicant,
  actor: Actor | null,
  client: ClientInfo,
  membership: Membership,
): Promise<JoinResult> {
  if (applicant.kind === 'newcomer')
    return { kind: 'admitted', result: await addNewcomer(context, applicant, client, membership) };
  if (actor === null || actor.singleTimeToken !== null) throw new ProblemError('session-required');
  await addUser(context, actor, membership);
  return { kind: 'joined' };
}

export async function addNewcomer(
  context: RegistrationContext,
  newcomer: Newcomer,
  client: ClientInfo,
  membership: Membership,
): Promise<SignInResult> {
  const { account, insert } = await prepareNewcomer(
    context,
    newcomer,
    membership.acceptsUnverifiedEmail,
  );
  const member = newMember({
    ...membership,
    userId: account.userId,
    name: account.name,
    nameKana: newcomer.nameKana,
    email: account.email,
  });
  await context.store.commit([...membership.writes, member], {
    userId: account.userId,
    alongside: async (queries) => {
      await membership.alongside(queries, account.userId);
      await insert(queries);
    },
  });
  return context.identity.completeSignIn(
    { userId: account.userId, provider: 'email', factors: 1 },
    client,
  );
}

/** The account of a newcomer, and the function that inserts it. */
async function prepareNewcomer(
  context: RegistrationContext,
  newcomer: Newcomer,
  acceptsUnverifiedEmail: boolean,
): Promise<{ account: NewAccount; insert: (queries: Queries) => Promise<void> }> {
  const { address, name, language } = newcomer;
  if (address.kind === 'said' && !acceptsUnverifiedEmail)
    throw new ProblemError('address-unproven', { place: 'email' });
  const email = (
    address.kind === 'said'
      ? address.email
      : (await readMailedLink(context.database, address.token, 'addressProof', context.now())).email
  ).toLowerCase();
  const passwordHash = await context.identity.hashPassword(newcomer.password, [email, name]);
  const account: NewAccount = {
    userId: newUserId(),
    email,
    isEmailVerified: address.kind === 'proven',
    name,
    language,
    passwordHash,
  };
  return {
    account,
    insert: async (queries) => {
      if (address.kind === 'proven')
        await takeMailedLink(queries, address.token, 'addressProof', context.now());
      await insertAccount(queries, account, context.now());
    },
  };
}

/** Accepts a user without an organisation, and an individual, whose membership it replaces. */
async function addUser(
  context: RegistrationContext,
  actor: Actor,
  membership: Membership,
): Promise<void> {
  const account = await findAccount(context.database, actor.userId);
  if (account === null) throw new ProblemError('session-required');
  if (!account.hasSignInMethod) throw new ProblemError('way-in-missing');
  const path = `staff/${actor.userId}`;
  const [document] = await context.store.read([path]);
  const before = staffCollection.schema.safeParse(document?.data);
  if (
    document !== null &&
    document !== undefined &&
    !(before.success && before.data.accessLevel === ACCESS_LEVELS.individualUser)
  )
    throw new ProblemError('member-exists');
  const { domainId, rootDomainId, accessLevel } = membership;
  const member: Write = before.success
    ? {
        kind: 'update',
        path,
        precondition: { version: document?.version ?? '' },
        fields: Object.entries({ domainId, rootDomainId, accessLevel, state: 'active' }).map(
          ([field, value]) => ({ field: [field], value }),
        ),
      }
    : newMember({ ...membership, userId: actor.userId, name: account.name, email: account.email });
  await context.store.commit([...membership.writes, member], {
    userId: actor.userId,
    alongside: (queries) => membership.alongside(queries, actor.userId),
  });
  context.identity.announceChange(actor.userId);
}
