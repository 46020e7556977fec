import { firstLevelOf } from '@yamori/domain';
import { insertInvitation, type Invitation } from './invitations/invitation-store.ts';
import { isEmptyServer } from './organisations.ts';
import type { RegistrationParts } from './registration-parts.ts';

/** Stored as the inviter of the links that a server prints; no account has this id. */
const FIRST_START_INVITER = 'first-start';
const PRODUCT_NAME = 'Yamori';
const LASTS_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a link that registers the first organisation. Null once the server has members, or where
 * the configuration offers no such link. The link works once, for a day, and only while the server
 * has no members.
 */
export async function makeFirstStartLink(
  parts: RegistrationParts,
  origin: string,
): Promise<string | null> {
  if (parts.options.registerDomain === 'invitation' || !(await isEmptyServer(parts.database)))
    return null;
  const at = parts.now();
  const { code } = await insertInvitation(
    parts.database,
    {
      kind: 'organisation',
      domainId: null,
      accessLevel: firstLevelOf('facility'),
      organisation: { kind: 'facility', limits: null },
      label: '',
      mailed: false,
      invitedBy: FIRST_START_INVITER,
      inviterName: PRODUCT_NAME,
      expiresAt: new Date(at.getTime() + LASTS_MS),
    },
    at,
  );
  return `${origin}/registerdomain#${code}`;
}

export const isFirstStart = ({ invitedBy }: Pick<Invitation, 'invitedBy'>): boolean =>
  invitedBy === FIRST_START_INVITER;
