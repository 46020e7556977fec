import type { Actor, Language } from '@yamori/domain';
import type { Queries } from '../../../../core/database/database.ts';
import type { RegistrationContext } from '../registration-context.ts';
import { inviteMember } from './invitation-making.ts';
import { findInvitation, revokeInvitation } from './invitation-store.ts';

/** Staff tables that one member may import in 15 minutes. Each row may send a mail. */
const MAX_STAFF_TABLES = 4;
/** The retention of an imported table. */
const INVITATION_DAYS = 14;

type Invited = {
  readonly domainId: string;
  readonly accessLevel: number;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
};

/** `code` is null if the invitation was mailed. */
type MadeInvitation = { readonly invitationId: string; readonly code: string | null };

/** Creates invitations from an imported staff table. */
export const createCsvInvitations = (context: RegistrationContext) => ({
  /** Counts a table against the limit; throws when the limit is exceeded. */
  takeTable: (actor: Actor): Promise<void> =>
    context.limits.take(`staff tables of ${actor.userId}`, MAX_STAFF_TABLES),

  /** Stores the invitation and its mail within `transaction`. */
  invite: async (
    actor: Actor,
    { domainId, accessLevel, name, email, language }: Invited,
    transaction: (work: (queries: Queries) => Promise<MadeInvitation>) => Promise<unknown>,
  ): Promise<void> => {
    const call = {
      kind: 'member' as const,
      domainId,
      accessLevel,
      label: name,
      mailTo: email,
      days: INVITATION_DAYS,
      language,
    };
    await inviteMember(context, actor, call, async (work) => {
      const held: { made: Awaited<ReturnType<typeof work>> | null } = { made: null };
      await transaction(async (queries) => {
        held.made = await work(queries);
        return {
          invitationId: held.made.invitationId,
          code: context.emails.available ? null : held.made.code,
        };
      });
      if (held.made === null)
        throw new Error('the transaction ended without creating the invitation');
      return held.made;
    });
  },

  /** False if it is already accepted or revoked. */
  withdraw: (queries: Queries, invitationId: string): Promise<boolean> =>
    revokeInvitation(queries, invitationId, context.now()),

  /** The ids of those that are still open. */
  stillOpen: async (invitationIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      invitationIds.map((invitationId) =>
        findInvitation(context.database, invitationId, context.now()),
      ),
    );
    const open = found.filter((invitation) => invitation?.state === 'open');
    return new Set(open.flatMap((invitation) => invitation?.invitationId ?? []));
  },

  /** The URL of the page that opens the code. */
  formatLink: (domainId: string, code: string): string =>
    context.emails.address(`/registerUser/${encodeURIComponent(domainId)}`, code),
});
