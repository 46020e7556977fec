import { getFirstLevel } from '@yamori/domain';
import { insertInvitation, type Invitation } from './invitations/invitation-store.ts';
import { isEmptyServer } from './organisations.ts';
import type { RegistrationContext } from './registration-context.ts';

/** The stored inviter of links that the server prints; no account has this id. */
const FIRST_START_INVITER = 'first-start';
const PRODUCT_NAME = 'Yamori';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

export type FirstStartContext = Pick<RegistrationContext, 'database' | 'now'> & {
  readonly options: Pick<RegistrationContext['options'], 'registerDomain'>;
};

export type FirstStartLink = { readonly link: string; readonly expiresAt: Date };

/**
 * Creates a link that registers the first organisation. It works once, within a day, and while the
 * server has no members. Null if the server has members or the configuration does not allow it.
 */
export async function makeFirstStartLink(
  context: FirstStartContext,
  origin: string,
): Promise<FirstStartLink | null> {
  if (context.options.registerDomain === 'invitation' || !(await isEmptyServer(context.database)))
    return null;
  const at = context.now();
  const expiresAt = new Date(at.getTime() + LIFETIME_MS);
  const { code } = await insertInvitation(
    context.database,
    {
      kind: 'organisation',
      domainId: null,
      accessLevel: getFirstLevel('facility'),
      organisation: { kind: 'facility', limits: null },
      label: '',
      mailed: false,
      invitedBy: FIRST_START_INVITER,
      inviterName: PRODUCT_NAME,
      expiresAt,
    },
    at,
  );
  return { link: `${origin}/registerdomain#${code}`, expiresAt };
}

export const isFirstStart = ({ invitedBy }: Pick<Invitation, 'invitedBy'>): boolean =>
  invitedBy === FIRST_START_INVITER;
