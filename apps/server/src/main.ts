import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { refuse, type DeviceAddress } from '@yamori/domain';
import { createApp, type App } from './app.ts';
import {
  demonstrationBills,
  demonstrationChanges,
  demonstrationPast,
  demonstrationRecordings,
} from './demo/fill-demonstration.ts';
import { noticesOf } from './config/notifications.ts';
import { registrationOf, smtpOf } from './config/registration.ts';
import { oidcWaysOf } from './config/providers.ts';
import { closeWithin } from './core/lifecycle.ts';
import { helpText, limitsOf, readConfig, type Config } from './config/config.ts';
import type { Database } from './core/database/database.ts';
import { DATA_FOLDER, makeDataFolder } from './core/database/embedded/data-folder.ts';
import { recordAddress } from './core/database/embedded/folder-owner.ts';
import { clockWarning, openClock } from './core/time/open-clock.ts';
import {
  openDatabase,
  type DatabaseOptions,
  type ServedDatabase,
} from './core/database/open-database.ts';
import { createPoolDatabase } from './core/database/pool-database.ts';
import { nightZoneOf } from './core/documents/night-zone.ts';
import { DEMONSTRATION_MEMBERS, demonstrationAccounts } from './demo/accounts.ts';
import { startDemonstrationNights } from './demo/nights.ts';
import { createNightSimulator } from './demo/night-simulator.ts';
import { hashOfDeviceKey, newDeviceKey } from './modules/devices/device-key.ts';
import { seedDemonstration } from './demo/seed.ts';
import { createSecretBox } from './modules/identity/secret-box.ts';
import { openInstallationKey } from './modules/identity/keys/installation-key.ts';
import { makeFirstStartLink } from './modules/identity/registration/first-start.ts';
import { makeMakerAccount } from './modules/identity/registration/maker-account.ts';
import { startHeadExport } from './modules/history/head-export.ts';
import { redactHistory } from './modules/history/redact-history.ts';
import { ownNames } from './core/http/origin-check.ts';
import { listen, localUrlHost } from './core/http/listen.ts';
import { NO_MAIL, type Mail } from './core/mail/mail.ts';
import { createMailQueue } from './core/mail/mail-queue.ts';
import { createSmtpTransport } from './core/mail/smtp-transport.ts';
import { createInProcessBus } from './core/messaging/in-process-bus.ts';
import { connectNatsBus } from './core/messaging/nats-bus.ts';
import { seedCatalogue } from './modules/organisations/seed-catalogue.ts';
import { createLog } from './core/log.ts';
import { isOperation, operate } from './admin/operator.ts';
import { explainStart } from './start-words.ts';

const NODE_MAJOR = 24;
/** Of everything but draining. */
const STOP_TIMEOUT_MS = 9_000;
/** The application has limits of its own for its steps. */
const APP_CLOSE_LIMIT_MS = 7_000;
const DATABASE_CLOSE_LIMIT_MS = 4_000;
const CLOSE_LIMIT_MS = 300;
/** Spares a newcomer's disk: a checkpoint every three minutes instead of five. */
const DEMO_WAL_MEGABYTES = 64;
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const WEB_FOLDER = `${REPOSITORY}apps/web/dist`;

/** What was opened, in order; closed in reverse. */
type Opened = {
  readonly name: string;
  readonly close: () => Promise<void>;
  readonly limitMs?: number;
};

type RunState = { log: Logger; drainMs: number; isStopping: boolean };

const databaseOptionsOf = (
  config: Config,
  dataFolder: string,
  isDemonstration: boolean,
): DatabaseOptions => ({
  ...(config.DATABASE_URL === undefined
    ? { dataFolder, ...(isDemonstration ? { maxWalMegabytes: DEMO_WAL_MEGABYTES } : {}) }
    : { url: config.DATABASE_URL }),
  kind: isDemonstration ? 'demonstration' : 'real',
  requestLimitMs: limitsOf(config).requestMs,
});

async function boot(
  opened: Opened[],
  state: RunState,
  end: (exitCode: number) => void,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      demonstration: { type: 'boolean', default: false },
      'demonstration-nights': { type: 'string', default: '0' },
      'maker-account': { type: 'string' },
      'new-key': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help)
    return void process.stdout.write(
      `Options are environment variables; --demonstration fills an empty ward, --demonstration-nights N with the last N nights too; --maker-account EMAIL makes the first account of whoever runs this installation (types of devices, views, parameters), and ends; --new-key starts without the lost key of the installation: everybody signs in anew.\n\n${helpText()}\n`,
    );
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    throw refuse('node-too-old', {
      details: {
        version: process.versions.node,
        advice: `Node ${NODE_MAJOR} is needed: run npm ci, then npm start`,
      },
    });
  const config = readConfig(process.env);
  const log = createLog(config.YAMORI_LOG);
  state.log = log;
  state.drainMs = config.YAMORI_DRAIN_SECONDS * 1000;
  const dataFolder = config.YAMORI_DATA ?? DATA_FOLDER;
  if (values.demonstration) await makeDataFolder(dataFolder);

  const database = await openDatabase(
    databaseOptionsOf(config, dataFolder, values.demonstration),
    log,
  );
  opened.push({ name: 'database', close: database.close, limitMs: DATABASE_CLOSE_LIMIT_MS });
  await redactAsOwner(database, log);
  const clock = await openClock(database, log);
  opened.push({ name: 'clock', close: clock.close });
  const bus =
    config.NATS_URL === undefined
      ? createInProcessBus(log)
      : await connectNatsBus({ url: config.NATS_URL, log, now: clock.now });
  opened.push({ name: 'bus', close: bus.close });
  const secret = await openInstallationKey(database, {
    given: config.YAMORI_SECRET,
    file: resolve(config.YAMORI_KEY_FILE ?? join(dataFolder, 'installation.key')),
    replaces: values['new-key'],
    log,
  });
  const mail = openMail(config, database, secret, log);
  opened.push({ name: 'mail', close: mail.close });
  const publicOrigin = config.YAMORI_URL === undefined ? null : new URL(config.YAMORI_URL).origin;
  const app = await createApp({
    database,
    bus,
    log,
    now: clock.now,
    clockWarning: () => clockWarning(clock.state()),
    clockAheadMs: () => clock.state().machineAheadMs,
    serverId: randomUUID(),
    drainMs: state.drainMs,
    limits: limitsOf(config),
    webFolder: webFolder(log),
    listenHost: config.HOST,
    deviceAddress: deviceAddressOf(config),
    tls: await tlsOf(config, 'HTTP_TLS_CERT', 'HTTP_TLS_KEY'),
    publicOrigin,
    secure:
      config.HTTP_TLS_CERT !== undefined || (config.YAMORI_URL?.startsWith('https:') ?? false),
    trustedProxies: config.YAMORI_TRUSTED_PROXIES,
    secret,
    demonstrationAccounts: values.demonstration ? demonstrationAccounts() : [],
    oidcWays: oidcWaysOf(config),
    mail,
    notices: noticesOf(config),
    registration: registrationOf(config),
    analysesNights: config.YAMORI_ANALYSE_NIGHTS === 'on',
    metricsToken: config.YAMORI_METRICS_TOKEN,
  });
  opened.push({ name: 'app', close: app.close, limitMs: APP_CLOSE_LIMIT_MS + state.drainMs });
  if (values['maker-account'] !== undefined)
    return tellOfMaker(app, values['maker-account'], publicOrigin ?? localOrigin(config), end);
  await seedCatalogue(app.store, log);
  if (values.demonstration)
    await demonstrate(app, {
      database,
      dataFolder,
      nights: Number(values['demonstration-nights']),
      log,
      opened,
    });
  opened.push(...openHeadExport(config, database, log));
  const mqttTls = await tlsOf(config, 'MQTT_TLS_CERT', 'MQTT_TLS_KEY');
  const mqtt = await app.devices.ingest.listenMqtt({
    host: config.MQTT_HOST ?? config.HOST,
    port: config.MQTT_PORT,
    ...(mqttTls === null ? {} : { tls: mqttTls }),
  });
  const address = await listen(app.server, config.HOST, config.PORT, 'PORT');
  log.info(
    {
      address,
      answeredUnder: ownNames({ publicOrigin, listenHost: config.HOST }),
      elsewhere: '421; see YAMORI_URL',
    },
    'Yamori is ready',
  );
  if (config.DATABASE_URL === undefined) await recordAddress(dataFolder, address);
  const firstStartLink = await makeFirstStartLink(
    app.registration.parts,
    publicOrigin ?? new URL(address).origin,
  );
  // The program that started this one prints it; without one, the terminal is ours.
  if (firstStartLink !== null && process.send === undefined)
    process.stderr.write(`${firstStartText(firstStartLink)}\n`);
  process.send?.({
    kind: 'ready',
    address,
    mqttUrl: mqttUrl(config, mqtt.port),
    firstStart: firstStartLink === null ? null : firstStartText(firstStartLink),
    accounts: values.demonstration ? accountLines() : [],
  });
}

/** The link stands on the terminal alone, for whoever holds the machine. */
async function tellOfMaker(
  app: App,
  email: string,
  origin: string,
  end: (exitCode: number) => void,
): Promise<void> {
  const { secret, expiresAt } = await makeMakerAccount(app.registration.parts, email);
  process.stdout.write(
    `Open this once before ${expiresAt.toISOString()}, with the server running, and choose a password:\n${origin}/handleauth?mode=resetPassword#${secret}\n`,
  );
  end(0);
}

/** For the terminal only; it is no part of the log. */
const firstStartText = (link: string): string =>
  `Nobody has an account here yet. Register the first organisation within 24 hours, with this link that works once:\n${link}\nA restart prints a new one.`;

/** The application's own role cannot change the update history. */
async function redactAsOwner({ ownerUrl }: ServedDatabase, log: Logger): Promise<void> {
  const owner = createPoolDatabase({ url: ownerUrl, connections: 2 }, log);
  try {
    await redactHistory({ database: owner, now: () => new Date() });
  } finally {
    await owner.close();
  }
}

function openHeadExport(config: Config, database: Database, log: Logger): Opened[] {
  if (config.YAMORI_HISTORY_HEADS === undefined) return [];
  const { close } = startHeadExport({
    database,
    target: config.YAMORI_HISTORY_HEADS,
    everyMs: config.YAMORI_HISTORY_HEADS_MINUTES * 60_000,
    now: () => new Date(),
    log,
  });
  return [{ name: 'export of history heads', close }];
}

function openMail(config: Config, database: Database, secret: string, log: Logger): Mail {
  const smtp = smtpOf(config);
  return smtp === null
    ? NO_MAIL
    : createMailQueue({
        database,
        box: createSecretBox(secret, 'mail'),
        transport: createSmtpTransport(smtp),
        log,
      });
}

const seed = (app: App, dataFolder: string, log: Logger) =>
  seedDemonstration({
    keys: { fresh: () => newDeviceKey(randomBytes), hashOf: hashOfDeviceKey },
    dataFolder,
    log,
    now: () => new Date(),
    findUserId: app.identity.findUserId,
    hashPassword: app.identity.hashPassword,
    createUser: app.identity.createUser,
    present: async (paths) =>
      new Set((await app.store.read(paths)).flatMap((document) => document?.path ?? [])),
    commit: async (writes) => {
      await app.store.commit(writes, { userId: null });
    },
  });

/**
 * The ward before anybody comes; what is missing of its last nights beside everything else, and
 * after it.
 */
async function demonstrate(
  app: App,
  {
    database,
    dataFolder,
    nights,
    log,
    opened,
  }: {
    readonly database: Database;
    readonly dataFolder: string;
    readonly nights: number;
    readonly log: Logger;
    readonly opened: Opened[];
  },
): Promise<void> {
  await seed(app, dataFolder, log);
  await demonstrationChanges(app, { database, log });
  if (!(nights > 0)) return;
  const clocks = {
    zoneOf: (domainId: string) => nightZoneOf(app.store, domainId),
    startedAt: async (domainId: string) =>
      (await app.store.read([`domain/${domainId}`]))[0]?.createdAt ?? new Date(),
  };
  const filling = startDemonstrationNights({
    nights,
    log,
    now: () => new Date(),
    simulator: createNightSimulator({
      onEnd: (end) => log.warn(end, 'the program of simulated nights ended'),
    }),
    namesOf: app.nights.nights.namesOf,
    load: app.nights.nights.writeStoredSimulations,
    write: app.nights.nights.writeSimulated,
    tell: app.nights.nights.tellSimulated,
    ...clocks,
    recordings: demonstrationRecordings(app, join(dataFolder, 'demonstration')),
    afterwards: [
      (signal) => demonstrationPast(app, { ...clocks, nights, database, log, signal }),
      (signal) => demonstrationBills(app, { database, now: () => new Date(), log, signal }),
    ],
  });
  opened.push({ name: 'nights of the demonstration', close: filling.close });
  await filling.newest;
}

function webFolder(log: Logger): string | null {
  if (existsSync(`${WEB_FOLDER}/index.html`)) return WEB_FOLDER;
  log.warn(
    { folder: WEB_FOLDER },
    'the web application is not built: only the interface is served; run npm run build',
  );
  return null;
}

type TlsOption = 'HTTP_TLS_CERT' | 'HTTP_TLS_KEY' | 'MQTT_TLS_CERT' | 'MQTT_TLS_KEY';

async function tlsOf(config: Config, certOption: TlsOption, keyOption: TlsOption) {
  const read = async (option: TlsOption) => {
    const file = config[option];
    return file === undefined
      ? null
      : readFile(file).catch(() => {
          throw refuse('file-not-readable', {
            place: option,
            details: { file, advice: 'check the path and who may read it' },
          });
        });
  };
  // In order: of two files that cannot be read, the first is named.
  const cert = await read(certOption);
  const key = await read(keyOption);
  return cert === null || key === null ? null : { cert, key };
}

/** What a device's settings are told: the name of this host where no other one is listened at. */
function deviceAddressOf(config: Config): DeviceAddress {
  const host = config.MQTT_HOST ?? config.HOST;
  const isNamed = !['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host);
  return {
    host: isNamed ? host : null,
    port: config.MQTT_PORT,
    tls: config.MQTT_TLS_CERT !== undefined,
  };
}

/** Where a browser on this machine opens the application. */
function localOrigin(config: Config): string {
  const scheme = config.HTTP_TLS_CERT === undefined ? 'http' : 'https';
  return `${scheme}://${localUrlHost(config.HOST)}:${config.PORT}`;
}

/** Where a device on this machine connects. */
function mqttUrl(config: Config, port: number): string {
  const host = config.MQTT_HOST ?? config.HOST;
  return `${config.MQTT_TLS_CERT === undefined ? 'mqtt' : 'mqtts'}://${localUrlHost(host)}:${port}`;
}

function accountLines() {
  const accounts = demonstrationAccounts();
  return DEMONSTRATION_MEMBERS.map(({ email, levelName }, index) => ({
    email,
    levelName,
    password: accounts[index]?.password ?? '',
  }));
}

/** Closes what is open, newest first, and ends the process within nine seconds of draining. */
async function stop(
  opened: Opened[],
  { log, drainMs }: RunState,
  exitCode: number,
): Promise<never> {
  const late = setTimeout(() => {
    log.error('stopping took too long and is given up');
    process.exit(1);
  }, STOP_TIMEOUT_MS + drainMs);
  for (const { name, close, limitMs = CLOSE_LIMIT_MS } of opened.splice(0).reverse())
    await closeWithin({ name, close, limitMs }, log);
  clearTimeout(late);
  process.exit(exitCode);
}

function run(): void {
  const opened: Opened[] = [];
  const state: RunState = { log: createLog('info'), drainMs: 0, isStopping: false };
  const end = (exitCode: number) => {
    if (state.isStopping) return;
    state.isStopping = true;
    void stop(opened, state, exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      state.log.info({ signal }, 'stopping');
      end(0);
    });
  process.on('uncaughtException', (error) => {
    state.log.fatal({ err: error }, 'a fault of ours');
    end(1);
  });
  boot(opened, state, end).catch(async (error: unknown) => {
    const words = await explainStart(error, process.env['YAMORI_DATA'] ?? DATA_FOLDER);
    if (words === null) state.log.fatal({ err: error }, 'Yamori cannot start');
    else process.stderr.write(`${words}\n`);
    process.send?.({ kind: 'failed', words: words ?? 'Yamori cannot start; the log says why.' });
    end(1);
  });
}

if (isOperation(process.argv[2])) void operate(process.argv.slice(2), process.env);
else run();
