import type { Session } from '../session.ts';

const MAXIMUM_AGE_MS = 2_000;
/** The oldest is dropped first; a dropped one is read again. */
const SESSIONS_KEPT = 10_000;

export type SessionCacheOptions = {
  readonly read: (token: string) => Promise<Session | null>;
  readonly now: () => Date;
};

/** `owner` is whose session it turned out to be. */
type Entry = {
  readonly session: Promise<Session | null>;
  readonly readAtMs: number;
  owner: { readonly kind: 'reading' } | { readonly kind: 'read'; readonly userId: string | null };
};

/**
 * Sessions for a moment, so that a burst of requests asks the database once. Holds the promise, so
 * they also share it.
 */
export function createSessionCache(options: SessionCacheOptions) {
  const kept = new Map<string, Entry>();

  const get = (token: string): Promise<Session | null> => {
    const nowMs = options.now().getTime();
    const known = kept.get(token);
    if (known !== undefined && nowMs - known.readAtMs < MAXIMUM_AGE_MS) return known.session;
    const session = options.read(token);
    const entry: Entry = { session, readAtMs: nowMs, owner: { kind: 'reading' } };
    kept.delete(token);
    kept.set(token, entry);
    session.then(
      (found) => {
        entry.owner = { kind: 'read', userId: found?.actor.userId ?? null };
      },
      // What failed is not an answer to keep.
      () => {
        if (kept.get(token) === entry) kept.delete(token);
      },
    );
    const oldest = kept.size > SESSIONS_KEPT ? kept.keys().next() : null;
    if (oldest !== null && oldest.done !== true) kept.delete(oldest.value);
    return session;
  };

  /**
   * Everything about a user before it returns, and answers under way too: they may have been read
   * before the change.
   */
  const forget = (userId: string): void => {
    for (const [token, entry] of kept)
      if (entry.owner.kind === 'reading' || entry.owner.userId === userId) kept.delete(token);
  };

  return { get, forget };
}
