import type { Logger } from 'pino';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Session } from '../session.ts';
import { createSessionCache } from './session-cache.ts';
import type { SessionStore } from './session-store.ts';

const NOTHING = new Uint8Array(0);

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
