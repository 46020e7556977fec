import {
  NOTIFY_CHOICES,
  ProblemError,
  staffCollection,
  type Actor,
  type ProfileChange,
  type NotifyChoice,
  type Profile,
  type Write,
} from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { findAccount } from '../registration/accounts.ts';
import type { RegistrationContext } from '../registration/registration-context.ts';

export async function readProfile(context: RegistrationContext, actor: Actor): Promise<Profile> {
  const [account, member, image] = await Promise.all([
    findAccount(context.database, actor.userId),
    readMember(context, actor.userId),
    readImage(context.database, actor.userId),
  ]);
  if (account === null) throw new ProblemError('session-required');
  return {
    name: member?.name ?? account.name,
    nameKana: member?.nameKana ?? '',
    phone: member?.phone ?? '',
    email: account.email,
    isEmailVerified: account.isEmailVerified,
    language: account.language,
    notify: toChoices(member?.notify ?? {}),
    photoURL: image,
    hasPassword: account.hasPassword,
    isMember: member !== null,
    mail: context.emails.available,
  };
}

export async function changeProfile(
  context: RegistrationContext,
  actor: Actor,
  call: ProfileChange,
): Promise<void> {
  const { language, name, ...membersOnly } = call;
  const alongside = async (queries: Queries): Promise<void> => {
    await queries.query({
      name: 'update_profile',
      text: 'update auth_user set name = coalesce($2, name), language = coalesce($3, language), updated_at = $4 where id = $1',
      values: [actor.userId, name ?? null, language ?? null, context.now()],
    });
  };
  const member = await readMember(context, actor.userId);
  if (member === null) {
    if (Object.keys(membersOnly).length > 0) throw new ProblemError('member-missing');
    await context.database.transaction(alongside);
  } else {
    // The form sends all fields; unchanged ones must not appear in the update history.
    const changed = Object.entries({
      ...membersOnly,
      ...(name === undefined ? {} : { name }),
    }).filter(
      ([field, value]) =>
        value !== (Object.entries(member).find(([known]) => known === field)?.[1] ?? ''),
    );
    const fields = changed.map(([field, value]) => ({ field: [field], value }));
    const writes: Write[] =
      fields.length === 0 ? [] : [{ kind: 'update', path: `staff/${actor.userId}`, fields }];
    await context.store.commit(writes, { userId: actor.userId, alongside });
  }
  context.identity.announceChange(actor.userId);
}

export async function readMember(context: RegistrationContext, userId: string) {
  const [document] = await context.store.read([`staff/${userId}`]);
  const parsed = staffCollection.schema.safeParse(document?.data);
  return parsed.success ? parsed.data : null;
}

async function readImage(queries: Queries, userId: string): Promise<string | null> {
  const [row] = await queries.query<{ image: string | null }>({
    name: 'read_account_image',
    text: 'select image from auth_user where id = $1',
    values: [userId],
  });
  return row?.image ?? null;
}

/** The member's choices, with defaults. */
function toChoices(chosen: Readonly<Record<string, boolean>>): Profile['notify'] {
  const choice = (name: NotifyChoice): boolean => chosen[name] ?? NOTIFY_CHOICES[name];
  return {
    sound: choice('sound'),
    systemNotification: choice('systemNotification'),
    deviceFault: choice('deviceFault'),
    email: choice('email'),
    line: choice('line'),
  };
}
