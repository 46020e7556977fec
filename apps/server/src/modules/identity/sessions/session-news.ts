import type { Logger } from 'pino';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Session } from '../session.ts';
import { createSessionCache } from './session-cache.ts';
import type { SessionStore } from './session-store.ts';

const NOTHING = new Uint8Array(0);

export type SessionNews = {
  /** The session of a token as of at most two seconds ago. */
  readonly get: (token: string) => Promise<Session | null>;
  /**
   * Tells every server that this member's sessions or rights may have changed: what is cached is
   * asked again.
   */
  readonly announce: (userId: string) => void;
  /**
   * The same for everybody of an organisation who is signed in: what it demands of them may have
   * changed.
   */
  readonly announceDomain: (domainId: string) => Promise<void>;
  readonly onChanged: (changed: (userId: string) => void) => () => void;
  readonly close: () => void;
};

/**
 * Sessions for a moment in memory, forgotten on every server as soon as one of them says that they
 * changed.
 */
export function createSessionNews({
  sessions,
  bus,
  now,
  log,
}: {
  readonly sessions: SessionStore;
  readonly bus: Bus;
  readonly now: () => Date;
  readonly log: Logger;
}): SessionNews {
  const announce = (userId: string): void => {
    // At once here, so that the answer to whoever caused it is right; the others hear of it.
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
    // Who is missed here is noticed all the same within the seconds that a session is kept.
    const signedIn = await sessions.usersOf(domainId).catch((error: unknown) => {
      log.warn({ err: error }, 'the members of a changed domain could not be told');
      return [];
    });
    for (const userId of signedIn) announce(userId);
  };
  return { get: cache.get, announce, announceDomain, onChanged, close: onChanged(cache.forget) };
}

/**
 * Ends a session whose member was suspended or fell in level since it was opened, by whichever way
 * that was written.
 */
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
