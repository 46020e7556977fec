import { ACCESS_LEVELS, ProblemError, type Language, type Newcomer } from '@yamori/domain';
import type { SignInResult } from '../sign-in.ts';
import type { ClientInfo } from '../session.ts';
import { insertAccount, newUserId } from './accounts.ts';
import { addNewcomer } from './join-organisation.ts';
import { newIndividual } from './organisations.ts';
import type { RegistrationContext } from './registration-context.ts';
import { names as english } from './locales/en/names.ts';
import { names as japanese } from './locales/ja/names.ts';

const GUEST_NAME: Readonly<Record<Language, string>> = { ja: japanese.guest, en: english.guest };
/** Guests without a sign-in method and without a session are deleted after this time. */
const GUEST_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Creates an account without an invitation: an individual in an organisation with one member, with
 * whom rooms can be shared.
 */
export async function signUp(
  context: RegistrationContext,
  newcomer: Newcomer,
  client: ClientInfo,
): Promise<SignInResult> {
  if (!context.options.signUp || !context.emails.available)
    throw new ProblemError('sign-up-refused');
  const { domainId, rootDomainId, write } = newIndividual(newcomer.name);
  return addNewcomer(context, newcomer, client, {
    domainId,
    rootDomainId,
    accessLevel: ACCESS_LEVELS.individualUser,
    writes: [write],
    alongside: async () => undefined,
    acceptsUnverifiedEmail: false,
  });
}

export async function signInAnonymously(
  context: RegistrationContext,
  language: Language,
  client: ClientInfo,
): Promise<SignInResult> {
  if (!context.options.anonymous) throw new ProblemError('anonymous-refused');
  return openGuest(context, { name: GUEST_NAME[language], language }, client);
}

/** Creates an account without a sign-in method; linking one keeps its id. */
export async function openGuest(
  context: RegistrationContext,
  guest: { name: string; language: Language },
  client: ClientInfo,
): Promise<SignInResult> {
  await context.limits.take(`guest ${client.address}`, context.options.guestsPerVisitor);
  await dropOldGuests(context);
  const userId = newUserId();
  await insertAccount(
    context.database,
    { userId, email: null, isEmailVerified: false, passwordHash: null, ...guest },
    context.now(),
  );
  return context.identity.completeSignIn({ userId, provider: 'anonymous', factors: 1 }, client);
}

/** Deletes guests without a sign-in method, membership or session. */
async function dropOldGuests({ database, now }: RegistrationContext): Promise<void> {
  await database.query({
    name: 'delete_stale_guests',
    text: `delete from auth_user u where u.anonymous and u.created_at < $1
      and not exists (select 1 from auth_account a where a.user_id = u.id) and not exists (select 1 from auth_passkey p where p.user_id = u.id)
      and not exists (select 1 from auth_session s where s.user_id = u.id and s.expires_at > $2) and not exists (select 1 from documents m where m.path = 'staff/' || u.id)`,
    values: [new Date(now().getTime() - GUEST_RETENTION_MS), now()],
  });
}
