import type { Session } from '../session.ts';

const MAX_AGE_MS = 2_000;
/** Beyond this, the oldest is evicted and read again when needed. */
const MAX_SESSIONS = 10_000;

type SessionCacheOptions = {
  readonly read: (token: string) => Promise<Session | null>;
  readonly now: () => Date;
};

/** `owner`: the session's user, once read. */
type Entry = {
  readonly session: Promise<Session | null>;
  readonly readAtMs: number;
  owner: { readonly kind: 'reading' } | { readonly kind: 'read'; readonly userId: string | null };
};

/** Caches sessions briefly. It caches promises, so that concurrent requests share one query. */
export function createSessionCache(options: SessionCacheOptions) {
  const kept = new Map<string, Entry>();

  const get = (token: string): Promise<Session | null> => {
    const nowMs = options.now().getTime();
    const known = kept.get(token);
    if (known !== undefined && nowMs - known.readAtMs < MAX_AGE_MS) return known.session;
    const session = options.read(token);
    const entry: Entry = { session, readAtMs: nowMs, owner: { kind: 'reading' } };
    kept.delete(token);
    kept.set(token, entry);
    session.then(
      (found) => {
        entry.owner = { kind: 'read', userId: found?.actor.userId ?? null };
      },
      // Do not cache failures.
      () => {
        if (kept.get(token) === entry) kept.delete(token);
      },
    );
    const oldest = kept.size > MAX_SESSIONS ? kept.keys().next() : null;
    if (oldest !== null && oldest.done !== true) kept.delete(oldest.value);
    return session;
  };

  /** Evicts a user's sessions, and reads in progress, which may predate the change. */
  const forget = (userId: string): void => {
    for (const [token, entry] of kept)
      if (entry.owner.kind === 'reading' || entry.owner.userId === userId) kept.delete(token);
  };

  return { get, forget };
}
