import type { Language } from '@yamori/domain';
import type { Logger } from 'pino';
import { momentIn, wordsIn } from '../notice-words.ts';
import type { EndingBrowser, PushBrowserStore } from './push-browser-store.ts';
import type { PushWay } from './push-way.ts';

type PushEndingParts = {
  readonly push: PushWay | null;
  readonly browsers: PushBrowserStore;
  readonly now: () => Date;
  readonly log: Logger;
  readonly contactOf: (userId: string) => Promise<{ readonly language: Language | null } | null>;
  readonly timeZoneOf: (userId: string) => Promise<string>;
};

const LOOK_EVERY_MS = 10 * 60_000;
/** Somebody comes to the device within a day, and has the time to sign in. */
const TOLD_BEFORE_MS = 24 * 3_600_000;
const AT_ONCE = 50;
/** Longer than any telling takes: by then whoever was at it is gone. */
const ABANDONED_MS = 2 * LOOK_EVERY_MS;

/**
 * Says on a device, without a sound, that it is told of alarms no more once its session has ended
 * by its time: nobody would notice silence.
 */
export function createPushEnding(parts: PushEndingParts): {
  readonly look: () => Promise<void>;
  readonly start: () => () => Promise<void>;
} {
  const { push, browsers, now, log } = parts;
  /** Counted as told only behind it: told twice, should we die in between, is better than never. */
  const tell = async (browser: EndingBrowser): Promise<string[]> => {
    try {
      await tellEnding(parts, browser);
      await browsers.endTold(browser.id);
      return [];
    } catch (error) {
      log.info(
        { err: error },
        'a browser could not be told that its session ends; it is tried again',
      );
      return [browser.id];
    }
  };
  const look = async (): Promise<void> => {
    if (push === null) return;
    const nowMs = now().getTime();
    const times = {
      now: new Date(nowMs),
      by: new Date(nowMs + TOLD_BEFORE_MS),
      abandonedBefore: new Date(nowMs - ABANDONED_MS),
    };
    const untold: string[] = [];
    for (;;) {
      const ending = await browsers.takeEnding(times, AT_ONCE);
      untold.push(...(await Promise.all(ending.map(tell))).flat());
      if (ending.length < AT_ONCE) break;
    }
    // For the next look, not for this one.
    if (untold.length > 0) await browsers.giveBackEnding(untold);
  };
  return {
    look,
    start() {
      let underWay: Promise<void> = Promise.resolve();
      const timer = setInterval(() => {
        underWay = underWay
          .then(look)
          .catch((error: unknown) =>
            log.warn(
              { err: error },
              'sessions that end could not be looked for; it is tried again',
            ),
          );
      }, LOOK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await underWay;
      };
    },
  };
}

async function tellEnding(
  { push, browsers, contactOf, timeZoneOf }: PushEndingParts,
  { id, userId, until }: EndingBrowser,
): Promise<void> {
  const browser = await browsers.find(id);
  if (push === null || browser === null) return;
  const language = (await contactOf(userId))?.language ?? null;
  const words = wordsIn(language).ending(momentIn(language, await timeZoneOf(userId), until));
  const answer = await push.send(
    browser,
    { ...words, tag: 'session', path: '/account-info', at: until.getTime(), quiet: true },
    AbortSignal.timeout(LOOK_EVERY_MS),
  );
  if (answer === 'gone') await browsers.forget(id);
}
