import { isAccessLevel, type AccessLevel, type UserInfo } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import type { Session } from './session.ts';
import { createReach } from './reach.ts';

/** One place where somebody is signed in, as the list of sessions shows it. */
export type SessionSummary = { readonly sessionId: string; readonly signedInAt: Date; readonly expiresAt: Date; readonly address: string | null; readonly userAgent: string | null };

/** `fallen`: its member was suspended or lost level since; it has to end. */
export type FoundSession =
  | { readonly kind: 'living'; readonly session: Session }
  | { readonly kind: 'fallen'; readonly sessionId: string; readonly userId: string }
  | { readonly kind: 'none' };

type SessionRow = {
  id: string; userId: string; createdAt: Date; claimedLevel: number | null;
  email: string; emailVerified: boolean; image: string | null; userName: string; providers: { provider: string; uid: string }[];
  level: number | null; state: string | null; domainId: string | null; rootDomainId: string | null; staffName: string | null; phone: string | null;
};

// The member's document says level, organisation and state; who has none is signed in with level 0.
const FIND = `
  select s.id, s."userId", s."createdAt", s."accessLevel" as "claimedLevel",
    u.email, u."emailVerified", u.image, u.name as "userName",
    (select coalesce(json_agg(json_build_object('provider', a."providerId", 'uid', a."accountId") order by a."createdAt"), '[]')
      from auth_account a where a."userId" = u.id) as providers,
    (m.data->>'accessLevel')::int as level, m.data->>'state' as state, m.data->>'domainId' as "domainId",
    m.data->>'rootDomainId' as "rootDomainId", m.data->>'name' as "staffName", m.data->>'phone' as phone
  from auth_session s
  join auth_user u on u.id = s."userId"
  left join documents m on m.path = 'staff/' || s."userId"
  where s.token = $1 and s."expiresAt" > $2`;

export function createSessionStore(database: Database, now: () => Date) {
  const reachOf = createReach(database);

  const find = async (token: string): Promise<FoundSession> => {
    const [row] = await database.query<SessionRow>({ name: 'session-find', text: FIND, values: [token, now()] });
    if (row === undefined) return { kind: 'none' };
    const level = levelOf(row);
    if (row.state === 'suspended' || level < (row.claimedLevel ?? 0)) return { kind: 'fallen', sessionId: row.id, userId: row.userId };
    const member = { userId: row.userId, accessLevel: level, domainId: row.domainId, rootDomainId: row.rootDomainId };
    const actor = { ...member, reach: await reachOf(member), singleTimeToken: null };
    return { kind: 'living', session: { sessionId: row.id, actor, user: describe(row, level) } };
  };

  return {
    find,

    /** Writes down what a fresh session may do and where it came from; a suspended member's is ended at once. */
    open: async (token: string, address: string): Promise<{ kind: 'open'; session: Session } | { kind: 'suspended' }> => {
      const found = await find(token);
      if (found.kind !== 'living') {
        await database.query({ name: 'session-drop', text: 'delete from auth_session where token = $1', values: [token] });
        return { kind: 'suspended' };
      }
      await database.query({
        name: 'session-claim', text: 'update auth_session set "accessLevel" = $2, "ipAddress" = $3 where token = $1',
        values: [token, found.session.actor.accessLevel, address],
      });
      return { kind: 'open', session: found.session };
    },

    list: (userId: string): Promise<SessionSummary[]> => database.query<SessionSummary>({
      name: 'session-list',
      text: `select id as "sessionId", "createdAt" as "signedInAt", "expiresAt", "ipAddress" as address, "userAgent"
        from auth_session where "userId" = $1 and "expiresAt" > $2 order by "createdAt" desc limit 100`,
      values: [userId, now()],
    }),

    end: async (userId: string, sessionId: string): Promise<boolean> =>
      (await database.query({ name: 'session-end', text: 'delete from auth_session where id = $1 and "userId" = $2 returning id', values: [sessionId, userId] })).length > 0,

    endAll: async (userId: string, exceptSessionId: string | null): Promise<void> => {
      await database.query({ name: 'session-end-all', text: 'delete from auth_session where "userId" = $1 and id is distinct from $2', values: [userId, exceptSessionId] });
    },
  };
}

function levelOf(row: SessionRow): AccessLevel {
  return row.level !== null && isAccessLevel(row.level) ? row.level : 0;
}

const describe = (row: SessionRow, accessLevel: AccessLevel): UserInfo => ({
  providerId: providerName(row.providers[0]?.provider ?? 'credential'),
  displayName: row.staffName ?? row.userName,
  email: row.email,
  phoneNumber: row.phone,
  photoURL: row.image,
  uid: row.userId,
  isEmailVerified: row.emailVerified,
  isAnonymous: false,
  loginProviders: row.providers.map(({ provider, uid }) => ({ provider: providerName(provider), uid: provider === 'credential' ? row.email : uid })),
  accessLevel,
  domainId: row.domainId,
  rootDomainId: row.rootDomainId,
  singleTimeToken: null,
  mfas: [],
  signInTime: row.createdAt.toISOString(),
});

/** The specification calls the provider of a password `email`. */
const providerName = (provider: string): string => (provider === 'credential' ? 'email' : provider);
