import { pino } from 'pino';
import type { RegistrationOptions } from '../modules/identity/registration/registration-context.ts';
import { NO_MAIL, type Mail } from '../core/mail/mail.ts';
import {
  MEMBER_PASSWORD,
  startLiveFixture,
  type LiveFixture,
  type LiveFixtureOptions,
} from './live-fixture.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { openTestBrowser, type TestBrowser } from './test-browser.ts';
import { openTestMail } from './test-mail.ts';

export const PUBLIC_ORIGIN = 'https://ward.example';
export const NEW_PASSWORD = 'four moths by the lamp';

/** The whole server with a mail server and a clock that tests can advance. */
export type RegistrationFixture = {
  readonly fixture: LiveFixture;
  readonly mail: MailServer;
  readonly clock: { readonly pass: (ms: number) => void; readonly now: () => Date };
  /** A new browser, signed in as this member if given. */
  readonly browser: (email?: string) => Promise<TestBrowser>;
  /** All log lines so far. */
  readonly logged: () => string;
  /** Link in the newest mail to this address, after `seen` earlier ones. */
  readonly linkTo: (email: string, seen?: number) => Promise<URL>;
  readonly close: () => Promise<void>;
};

type RegistrationFixtureOptions = Partial<RegistrationOptions> & {
  readonly withoutMail?: boolean;
  readonly limits?: LiveFixtureOptions['limits'];
};

export async function startRegistrationFixture({
  withoutMail = false,
  limits = {},
  ...options
}: RegistrationFixtureOptions = {}): Promise<RegistrationFixture> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const mail = await startMailServer();
  const held: { queue: Mail } = { queue: NO_MAIL };
  const ahead = { ms: 0 };
  const now = (): Date => new Date(Date.now() + ahead.ms);
  const fixture = await startLiveFixture({
    limits,
    mail: (database) => {
      held.queue = withoutMail ? NO_MAIL : openTestMail(database, mail.url, log);
      return held.queue;
    },
    log,
    now,
    publicOrigin: PUBLIC_ORIGIN,
    registration: {
      mailsPerVisitor: 10_000,
      mailsPerRecipient: 100,
      guessesPerVisitor: 10_000,
      guestsPerVisitor: 10_000,
      ...options,
    },
  });
  const browser = async (email?: string): Promise<TestBrowser> => {
    const fresh = openTestBrowser(fixture.app.server);
    if (email === undefined) return fresh;
    const reply = await fresh.signIn(email, MEMBER_PASSWORD);
    if (reply.statusCode !== 200)
      throw new Error(`sign-in answered ${reply.statusCode} ${reply.body}`);
    return fresh;
  };
  return {
    fixture,
    mail,
    browser,
    clock: {
      now,
      pass: (ms) => {
        ahead.ms += ms;
      },
    },
    logged: () => lines.join(''),
    linkTo: async (email, seen) => {
      const { text } = await mail.next(email, seen);
      const address = /https:\/\/\S+/.exec(text)?.[0];
      if (address === undefined) throw new Error('the mail contains no link');
      return new URL(address);
    },
    close: async () => {
      await held.queue.close();
      await fixture.close();
      await mail.close();
    },
  };
}

/** Fragment of an invitation link: the code, and the proof of the e-mail address. */
export function parseSecrets(address: URL): { readonly code: string; readonly proof: string } {
  const [code = '', proof = ''] = address.hash.slice(1).split('.');
  return { code, proof };
}
