import type { Language } from '@yamori/domain';
import type { Logger } from 'pino';
import { momentIn, wordsIn } from '../notice-words.ts';
import type { EndingBrowser, PushBrowserStore } from './push-browser-store.ts';
import type { PushWay } from './push-way.ts';

export type PushEndingParts = {
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

/** Says on a device, without a sound, that it is told of alarms no more once its session has ended by its time: nobody would notice silence. */
export function createPushEnding(parts: PushEndingParts): { readonly look: () => Promise<void>; readonly start: () => () => Promise<void> } {
  const { push, browsers, now, log } = parts;
  const tell = async (browser: EndingBrowser): Promise<void> => {
    try {
      await tellEnding(parts, browser);
    } catch (error) {
      await browsers.giveBackEnding(browser.id);
      log.info({ err: error }, 'a browser could not be told that its session ends; it is tried again');
    }
  };
  const look = async (): Promise<void> => {
    if (push === null) return;
    const ending = await browsers.takeEnding(now(), new Date(now().getTime() + TOLD_BEFORE_MS), AT_ONCE);
    await Promise.all(ending.map(tell));
  };
  return {
    look,
    start() {
      let underWay: Promise<void> = Promise.resolve();
      const timer = setInterval(() => { underWay = underWay.then(look).catch((error: unknown) => log.warn({ err: error }, 'sessions that end could not be looked for; it is tried again')); }, LOOK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await underWay;
      };
    },
  };
}

async function tellEnding({ push, browsers, contactOf, timeZoneOf }: PushEndingParts, { id, userId, until }: EndingBrowser): Promise<void> {
  const browser = await browsers.find(id);
  if (push === null || browser === null) return;
  const language = (await contactOf(userId))?.language ?? null;
  const words = wordsIn(language).ending(momentIn(language, await timeZoneOf(userId), until));
  const answer = await push.send(browser, { ...words, tag: 'session', path: '/account-info', at: until.getTime(), quiet: true }, AbortSignal.timeout(LOOK_EVERY_MS));
  if (answer === 'gone') await browsers.forget(id);
}
