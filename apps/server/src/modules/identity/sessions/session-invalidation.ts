import type { Logger } from 'pino';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Session } from '../session.ts';
import type { SessionStore } from './session-store.ts';

const NOTHING = new Uint8Array(0);
const MAX_AGE_MS = 2_000;
/** Beyond this, the oldest is evicted and read again when needed. */
const MAX_SESSIONS = 10_000;

export type SessionInvalidation = {
  /** The session of a token, at most two seconds old. */
  readonly get: (token: string) => Promise<Session | null>;
  /** Makes every server reload this member's sessions, because their rights may have changed. */
  readonly announce: (userId: string) => void;
  /** The same for all signed-in members of an organisation. */
  readonly announceDomain: (domainId: string) => Promise<void>;
  readonly onChanged: (changed: (userId: string) => void) => () => void;
  readonly close: () => void;
};

/** A session cache that is invalidated on every server as soon as one announces a change. */
export function createSessionInvalidation({
  sessions,
  bus,
  now,
  log,
}: {
  readonly sessions: SessionStore;
  readonly bus: Bus;
  readonly now: () => Date;
  readonly log: Logger;
}): SessionInvalidation {
  const announce = (userId: string): void => {
    // Evict synchronously here, so that the caller's own reply is right; other servers follow.
    cache.forget(userId);
    bus.publish(`identity.${userId}`, NOTHING);
  };
  const onChanged = (changed: (userId: string) => void): (() => void) => {
    const subscription = bus.subscribe('identity.>', (subject) =>
      changed(subject.slice('identity.'.length)),
    );
    return () => subscription.close();
  };
  const cache = createSessionCache({ read: (token) => readLiving(sessions, token, announce), now });
  const announceDomain = async (domainId: string): Promise<void> => {
    // On failure, members still get the change when their cached session expires after 2 s.
    const signedIn = await sessions.listUsers(domainId).catch((error: unknown) => {
      log.warn(
        { err: error },
        'members of a changed domain not notified; their sessions refresh within seconds',
      );
      return [];
    });
    for (const userId of signedIn) announce(userId);
  };
  return { get: cache.get, announce, announceDomain, onChanged, close: onChanged(cache.forget) };
}

/** Reads a session, and ends it if its member was suspended or demoted since it was opened. */
async function readLiving(
  sessions: SessionStore,
  token: string,
  announce: (userId: string) => void,
): Promise<Session | null> {
  const found = await sessions.find(token);
  if (found.kind === 'living') return found.session;
  if (found.kind === 'fallen') {
    await sessions.end(found.userId, found.sessionId, found.reason);
    announce(found.userId);
  }
  return null;
}

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
function createSessionCache(options: SessionCacheOptions) {
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
