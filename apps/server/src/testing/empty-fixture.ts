import { pino } from 'pino';
import { createApp, type App } from '../app.ts';
import { toLimits, readConfig } from '../config/config.ts';
import { toRegistrationOptions } from '../config/registration.ts';
import type { Database } from '../core/database/database.ts';
import type { RegistrationOptions } from '../modules/identity/registration/registration-context.ts';
import { makeFirstStartLink } from '../modules/identity/registration/first-start.ts';
import { NO_MAIL, type Mail } from '../core/mail/mail.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { FAST_HASHING } from './fast-password-hash.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';
import { openTestBrowser, type TestBrowser } from './test-browser.ts';

/** One server without members, or several that share a database. */
export type EmptyFixture = {
  readonly temporary: TemporaryDatabase;
  readonly apps: readonly App[];
  readonly browser: (server?: number) => TestBrowser;
  /** Code of the registration link that a server prints. */
  readonly firstStartCode: (server?: number) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function startEmptyFixture(
  options: Partial<RegistrationOptions> & {
    readonly servers?: number;
    readonly mail?: (database: Database) => Mail;
  } = {},
): Promise<EmptyFixture> {
  const { servers = 1, mail: makeMail, ...registration } = options;
  const log = pino({ level: 'silent' });
  const temporary = await openTemporaryDatabase();
  const mail = makeMail?.(temporary.database) ?? NO_MAIL;
  const bus = createInProcessBus(log);
  const apps: App[] = [];
  for (let index = 0; index < servers; index += 1) {
    apps.push(
      await createApp({
        database: { ...temporary.database, counts: temporary.counts, url: temporary.url },
        bus,
        log,
        now: () => new Date(),
        serverId: `server-${index}`,
        webFolder: null,
        publicOrigin: 'https://ward.example',
        secure: false,
        tls: null,
        trustedProxies: [],
        secret: 'a secret that all of these servers share',
        demonstrationAccounts: [],
        passwordHashing: FAST_HASHING,
        oidcProviders: [],
        mail,
        limits: toLimits(readConfig({})),
        registration: { ...toRegistrationOptions(readConfig({})), ...registration },
      }),
    );
  }
  const getApp = (server: number): App => {
    const app = apps[server];
    if (app === undefined) throw new Error(`no server ${server}`);
    return app;
  };
  return {
    temporary,
    apps,
    browser: (server = 0) => openTestBrowser(getApp(server).server),
    firstStartCode: async (server = 0) => {
      const { context } = getApp(server).identity.registration;
      const firstStart = await makeFirstStartLink(context, 'https://ward.example');
      if (firstStart === null) throw new Error('the server has members, so there is no link');
      return new URL(firstStart.link).hash.slice(1);
    },
    close: async () => {
      for (const app of apps) await app.close();
      await bus.close();
      await temporary.drop();
    },
  };
}
