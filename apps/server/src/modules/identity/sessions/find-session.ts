import type { SessionEndReason } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { readAccessibleDomains } from '../accessible-domains.ts';
import { hashSecret } from '../../../core/secrets/secret-store.ts';
import type { Session } from '../session.ts';
import {
  describeUser,
  FIND_SESSION,
  getLevel,
  lacksSecondFactor,
  type SessionRow,
} from './session-row.ts';

/**
 * `fallen`: must end, because its member was suspended or demoted, or has a second factor that this
 * session never proved.
 */
type FoundSession =
  | { readonly kind: 'living'; readonly session: Session; readonly claimedLevel: number }
  | {
      readonly kind: 'fallen';
      readonly sessionId: string;
      readonly userId: string;
      readonly reason: SessionEndReason;
    }
  | { readonly kind: 'none' };

export type SessionContext = {
  readonly database: Database;
  readonly now: () => Date;
  readonly idleSeconds: number;
};

/** How long the previous token stays valid for requests in progress, with its previous rights. */
const PREVIOUS_TOKEN_GRACE_MS = 10_000;
/** The resolution of the last use. */
const USE_RESOLUTION_MS = 60_000;

export const getIdleLimit = ({ now, idleSeconds }: SessionContext): Date =>
  new Date(now().getTime() - idleSeconds * 1000);

/** Reads the session of a token with its current rights, and records that it was used. */
export async function findSession(context: SessionContext, token: string): Promise<FoundSession> {
  const { database, now } = context;
  const [row] = await database.query<SessionRow>({
    name: 'find_session',
    text: FIND_SESSION,
    values: [
      hashSecret(token),
      now(),
      getIdleLimit(context),
      new Date(now().getTime() - PREVIOUS_TOKEN_GRACE_MS),
    ],
  });
  if (row === undefined) return { kind: 'none' };
  const memberLevel = getLevel(row);
  const reason = findEndReason(row, memberLevel);
  if (reason !== null) return { kind: 'fallen', sessionId: row.id, userId: row.userId, reason };
  await recordUse(context, row);
  const accessLevel = lacksSecondFactor(row) ? 0 : memberLevel;
  const member = {
    userId: row.userId,
    accessLevel,
    domainId: row.domainId,
    rootDomainId: row.rootDomainId,
    hasOwnHome: row.hasOwnHome,
  };
  const reach = await readAccessibleDomains(database, member);
  return {
    kind: 'living',
    session: {
      sessionId: row.id,
      exchanged: row.exchanged,
      actor: { ...member, reach, singleTimeToken: row.singleTimeToken },
      user: describeUser(row, accessLevel),
    },
    claimedLevel: row.claimedLevel ?? 0,
  };
}

async function recordUse({ database, now }: SessionContext, row: SessionRow): Promise<void> {
  if (now().getTime() - row.lastUsedAt.getTime() < USE_RESOLUTION_MS) return;
  await database.query({
    name: 'record_session_use',
    text: 'update auth_session set last_used_at = $2 where id = $1',
    values: [row.id, now()],
  });
}

/** Why a session must end; null if it may continue. */
function findEndReason(row: SessionRow, memberLevel: number): SessionEndReason | null {
  if (row.state === 'suspended') return 'suspended';
  if (memberLevel < (row.claimedLevel ?? 0)) return 'levelChanged';
  return row.hasSecondFactor && row.factors < 2 && !row.exchanged ? 'factorAdded' : null;
}
