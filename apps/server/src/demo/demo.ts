import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { Database } from '../core/database/database.ts';
import { readNightZone } from '../core/documents/room-place.ts';
import { hashDeviceKey, newDeviceKey } from '../modules/devices/device-key.ts';
import { createPasswordHashing } from '../modules/identity/passwords/password-hashing.ts';
import { DEMONSTRATION_MEMBERS, demonstrationAccounts } from './accounts.ts';
import { demoBills, demoChanges, fillDemoPast, demoRecordings } from './fill-demo.ts';
import { createNightSimulator } from './night-simulator.ts';
import { startDemoNights } from './nights.ts';
import { seedDemo } from './seed.ts';

type DemoOptions = {
  readonly database: Database;
  readonly dataFolder: string;
  /** Number of past nights to create. With 0 there is no other past data either. */
  readonly nights: number;
  readonly log: Logger;
};

type Demonstration = {
  /** Resolves when the newest nights are stored. */
  readonly newest: Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Seeds the demo. Nights, past alarms and bills are created in the background until `close`. */
export async function startDemo(
  app: App,
  { database, dataFolder, nights, log }: DemoOptions,
): Promise<Demonstration> {
  await seed(app, dataFolder, log);
  await demoChanges(app, { database, log });
  if (!(nights > 0)) return { newest: Promise.resolve(), close: async () => undefined };
  const clocks = {
    readZone: (domainId: string) => readNightZone(app.store, domainId),
    startedAt: async (domainId: string) =>
      (await app.store.read([`domain/${domainId}`]))[0]?.createdAt ?? new Date(),
  };
  return startDemoNights({
    nights,
    log,
    now: () => new Date(),
    simulator: createNightSimulator({
      onEnd: (end) => log.warn(end, 'night simulator exited'),
    }),
    readNightNames: app.nights.readNightNames,
    load: app.nights.writeStoredSimulations,
    write: app.nights.writeSimulated,
    storeState: app.nights.storeSimulated,
    ...clocks,
    recordings: demoRecordings(app, join(dataFolder, 'demonstration')),
    afterwards: [
      (signal) => fillDemoPast(app, { ...clocks, nights, database, log, signal }),
      (signal) => demoBills(app, { database, now: () => new Date(), log, signal }),
    ],
  });
}

const seed = (app: App, dataFolder: string, log: Logger) =>
  seedDemo({
    keys: { fresh: () => newDeviceKey(randomBytes), hashKey: hashDeviceKey },
    dataFolder,
    log,
    now: () => new Date(),
    findUserId: app.identity.findUserId,
    hashPassword: createPasswordHashing().hash,
    createUser: app.identity.createUser,
    present: async (paths) =>
      new Set((await app.store.read(paths)).flatMap((document) => document?.path ?? [])),
    commit: async (writes) => {
      await app.store.commit(writes, { userId: null });
    },
  });

/** Accounts to print on the terminal. */
export function listDemoLogins() {
  const accounts = demonstrationAccounts();
  return DEMONSTRATION_MEMBERS.map(({ email, levelName }, index) => ({
    email,
    levelName,
    password: accounts[index]?.password ?? '',
  }));
}
