import type { Language } from '@yamori/domain';
import type { Logger } from 'pino';
import { formatTime, getTexts } from '../notification-texts.ts';
import type { ExpiringBrowser, PushSubscriptionStore } from './push-subscription-store.ts';
import type { PushChannel } from './push-channel.ts';

type PushEndingOptions = {
  readonly push: PushChannel | null;
  readonly browsers: PushSubscriptionStore;
  readonly now: () => Date;
  readonly log: Logger;
  readonly getContact: (userId: string) => Promise<{ readonly language: Language | null } | null>;
  readonly readTimeZone: (userId: string) => Promise<string>;
};

const CHECK_EVERY_MS = 10 * 60_000;
/** Leaves time to use the device and sign in again. */
const WARN_BEFORE_MS = 24 * 3_600_000;
const BATCH_SIZE = 50;
/** Longer than any delivery takes: the server that claimed the browser has died. */
const ABANDONED_MS = 2 * CHECK_EVERY_MS;

/**
 * Silently warns a device that alarm notifications stop when its session expires. Otherwise the
 * member would not notice that they are missing.
 */
export function createSubscriptionExpiry(options: PushEndingOptions): {
  readonly look: () => Promise<void>;
  readonly start: () => () => Promise<void>;
} {
  const { push, browsers, now, log } = options;
  /** Marks after delivery: on a crash, two warnings are better than none. */
  const warn = async (browser: ExpiringBrowser): Promise<string[]> => {
    try {
      await sendEndingWarning(options, browser);
      await browsers.markEndingNotified(browser.id);
      return [];
    } catch (error) {
      log.info({ err: error }, 'session expiry warning not sent to a browser; will retry');
      return [browser.id];
    }
  };
  const look = async (): Promise<void> => {
    if (push === null) return;
    const nowMs = now().getTime();
    const times = {
      now: new Date(nowMs),
      by: new Date(nowMs + WARN_BEFORE_MS),
      abandonedBefore: new Date(nowMs - ABANDONED_MS),
    };
    const unnotified: string[] = [];
    for (;;) {
      const ending = await browsers.claimEnding(times, BATCH_SIZE);
      unnotified.push(...(await Promise.all(ending.map(warn))).flat());
      if (ending.length < BATCH_SIZE) break;
    }
    // Released for the next pass, not this one.
    if (unnotified.length > 0) await browsers.releaseEnding(unnotified);
  };
  return {
    look,
    start() {
      let lastCheck: Promise<void> = Promise.resolve();
      const timer = setInterval(() => {
        lastCheck = lastCheck
          .then(look)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'expiring sessions not read; will retry'),
          );
      }, CHECK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await lastCheck;
      };
    },
  };
}

async function sendEndingWarning(
  { push, browsers, getContact, readTimeZone }: PushEndingOptions,
  { id, userId, until }: ExpiringBrowser,
): Promise<void> {
  const browser = await browsers.find(id);
  if (push === null || browser === null) return;
  const language = (await getContact(userId))?.language ?? null;
  const words = getTexts(language).ending(formatTime(language, await readTimeZone(userId), until));
  const answer = await push.send(
    browser,
    { ...words, tag: 'session', path: '/account-info', at: until.getTime(), quiet: true },
    AbortSignal.timeout(CHECK_EVERY_MS),
  );
  if (answer === 'gone') await browsers.forget(id);
}
