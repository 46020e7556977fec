import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { ProblemError } from '@yamori/domain';
import { createApp, type App, type AppOptions } from './app.ts';
import { toDeviceAddress, toLocalOrigin, toMqttUrl } from './config/addresses.ts';
import { readTls } from './config/tls.ts';
import type { Connections } from './core/context.ts';
import { listDemoLogins, startDemo } from './demo/demo.ts';
import { toNotificationOptions } from './config/notifications.ts';
import { toRegistrationOptions, toSmtpOptions } from './config/registration.ts';
import { toOidcProviders } from './config/providers.ts';
import { closeNewestFirst, type CloseStep } from './core/lifecycle.ts';
import { helpText, toLimits, readConfig, type Config } from './config/config.ts';
import type { Database } from './core/database/database.ts';
import { DATA_FOLDER, getHeadsFile, makeDataFolder } from './core/database/embedded/data-folder.ts';
import { recordOwner } from './core/database/embedded/folder-owner.ts';
import { clockWarning, openClock } from './core/time/open-clock.ts';
import {
  openDatabase,
  type DatabaseOptions,
  type ServedDatabase,
} from './core/database/open-database.ts';
import { createPoolDatabase } from './core/database/pool-database.ts';
import { demonstrationAccounts } from './demo/accounts.ts';
import { createSecretBox } from './core/secrets/secret-box.ts';
import { findKeyFile } from './modules/identity/keys/key-file.ts';
import { openInstallationKey } from './modules/identity/keys/installation-key.ts';
import { openFirstStart } from './modules/identity/registration/first-start-file.ts';
import { createMakerAccount } from './modules/identity/registration/maker-account.ts';
import { startHeadExport } from './modules/history/head-export.ts';
import { redactHistory } from './modules/history/module.ts';
import type { ServerWarning } from './core/http/readiness.ts';
import { ownNames } from './core/http/origin-check.ts';
import { isLoopback, listen } from './core/http/listen.ts';
import { NO_MAIL, type Mail } from './core/mail/mail.ts';
import { createMailQueue } from './core/mail/mail-queue.ts';
import { createSmtpTransport } from './core/mail/smtp-transport.ts';
import { createInProcessBus } from './core/messaging/in-process-bus.ts';
import { connectNatsBus } from './core/messaging/nats-bus.ts';
import { seedCatalogue } from './modules/organisations/seed-catalogue.ts';
import { createLog } from './core/log.ts';
import { isOperation, operate } from './admin/operator.ts';
import { describeStartError } from './core/start-error.ts';

const NODE_MAJOR = 24;
/** Of everything but draining. */
const STOP_TIMEOUT_MS = 9_000;
/** The application has separate limits for its steps. */
const APP_CLOSE_LIMIT_MS = 7_000;
const DATABASE_CLOSE_LIMIT_MS = 4_000;
const CLOSE_LIMIT_MS = 300;
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const WEB_FOLDER = `${REPOSITORY}apps/web/dist`;

type Run = {
  log: Logger;
  drainMs: number;
  isStopping: boolean;
  /** In order of opening. */
  readonly opened: CloseStep[];
  /** Found at the start; they hold until the process ends. */
  readonly warnings: ServerWarning[];
  readonly end: (exitCode: number) => void;
};

const COMMAND_LINE = {
  demonstration: { type: 'boolean', default: false },
  'demonstration-nights': { type: 'string', default: '0' },
  'maker-account': { type: 'string' },
  'new-key': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const HELP = `Options:
  --demonstration           Fill an empty database with a demonstration.
  --demonstration-nights N  Also fill the last N nights.
  --maker-account EMAIL     Create the maker's account, print its sign-in link, and exit.
  --new-key                 Replace a lost installation key; everyone must sign in again.
  --help                    Show this help.

Environment variables:`;

async function boot(run: Run): Promise<void> {
  const { values } = parseArgs({ options: COMMAND_LINE });
  if (values.help) return void process.stdout.write(`${HELP}\n${helpText()}\n`);
  requireNode();
  const config = readConfig(process.env);
  const log = createLog(config.YAMORI_LOG);
  run.log = log;
  run.drainMs = config.YAMORI_DRAIN_SECONDS * 1000;
  const dataFolder = config.YAMORI_DATA ?? DATA_FOLDER;
  const isDemo = values.demonstration;
  if (isDemo) await makeDataFolder(dataFolder);

  const connections = await openConnections(run, config, {
    dataFolder,
    isDemo,
    replacesKey: values['new-key'],
  });
  const { database, publicOrigin } = connections;
  const app = await createApp({
    ...connections,
    ...(await readSettings(config)),
    drainMs: run.drainMs,
    webFolder: findWebFolder(log),
    demonstrationAccounts: isDemo ? demonstrationAccounts() : [],
  });
  run.opened.push({ name: 'app', close: app.close, limitMs: APP_CLOSE_LIMIT_MS + run.drainMs });
  if (values['maker-account'] !== undefined) {
    await printMakerLink(app, values['maker-account'], publicOrigin ?? toLocalOrigin(config));
    return run.end(0);
  }
  await seedCatalogue(app.store, log);
  if (isDemo) {
    const nights = Number(values['demonstration-nights']);
    const demo = await startDemo(app, { database, dataFolder, nights, log });
    run.opened.push({ name: 'demonstration', close: demo.close, limitMs: CLOSE_LIMIT_MS });
    await demo.newest;
  }
  openHeadExport(run, config, { ...connections, dataFolder, isDemo });
  const { address, mqttPort } = await listenToAll(run, app, config, publicOrigin);
  if (config.DATABASE_URL === undefined) await recordOwner(dataFolder, address);
  const origin = publicOrigin ?? new URL(address).origin;
  const { context } = app.identity.registration;
  const firstStart = await openFirstStart(context, { dataFolder, origin, log });
  if (firstStart !== null)
    run.opened.push({ name: 'first link', close: firstStart.close, limitMs: CLOSE_LIMIT_MS });
  // The program that started this one prints it; without one, standard error is ours.
  if (firstStart !== null && process.send === undefined)
    process.stderr.write(
      `${process.stderr.isTTY ? firstStart.onTerminal : firstStart.elsewhere}\n`,
    );
  process.send?.({
    kind: 'ready',
    address,
    mqttUrl: toMqttUrl(config, mqttPort),
    firstStart,
    accounts: isDemo ? listDemoLogins() : [],
  });
}

function requireNode(): void {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return;
  throw new ProblemError('node-too-old', {
    details: {
      version: process.versions.node,
      advice: `Node ${NODE_MAJOR} is needed: run npm ci, then npm start`,
    },
  });
}

type DataOptions = {
  readonly dataFolder: string;
  readonly isDemo: boolean;
  /** Starts with a new key when the installation's is lost. */
  readonly replacesKey: boolean;
};

/** What the application is opened on. */
async function openConnections(
  { opened, log, warnings }: Run,
  config: Config,
  options: DataOptions,
): Promise<Connections & Pick<AppOptions, 'warnings'>> {
  const { dataFolder, replacesKey } = options;
  const database = await openDatabase(toDatabaseOptions(config, options), log);
  opened.push({ name: 'database', close: database.close, limitMs: DATABASE_CLOSE_LIMIT_MS });
  if (database.roleWarning !== null)
    warnings.push({ name: 'database-role', reason: database.roleWarning });
  const clock = await openClock(database, log);
  opened.push({ name: 'clock', close: clock.close, limitMs: CLOSE_LIMIT_MS });
  await redactAsOwner(database, clock.now, log);
  const bus =
    config.NATS_URL === undefined
      ? createInProcessBus(log)
      : await connectNatsBus({ url: config.NATS_URL, log, now: clock.now });
  opened.push({ name: 'bus', close: bus.close, limitMs: CLOSE_LIMIT_MS });
  const secret = await openInstallationKey(database, {
    given: config.YAMORI_SECRET,
    file: resolve(config.YAMORI_KEY_FILE ?? (await findKeyFile(dataFolder, log))),
    replaces: replacesKey,
    log,
  });
  const mail = openMail(config, database, secret, log);
  opened.push({ name: 'mail', close: mail.close, limitMs: CLOSE_LIMIT_MS });
  return {
    serverId: randomUUID(),
    database,
    bus,
    mail,
    log,
    now: clock.now,
    warnings: () => {
      const reason = clockWarning(clock.state());
      return [...(reason === null ? [] : [{ name: 'clock', reason }]), ...warnings];
    },
    clockAheadMs: () => clock.state().machineAheadMs,
    publicOrigin: config.YAMORI_URL === undefined ? null : new URL(config.YAMORI_URL).origin,
    secret,
  };
}

const toDatabaseOptions = (
  config: Config,
  { dataFolder, isDemo }: DataOptions,
): DatabaseOptions => ({
  ...(config.DATABASE_URL === undefined
    ? { dataFolder, smallWal: isDemo }
    : { url: config.DATABASE_URL }),
  kind: isDemo ? 'demonstration' : 'real',
  requestLimitMs: toLimits(config).requestMs,
});

/** What the configuration says to the application. */
const readSettings = async (config: Config) => ({
  limits: toLimits(config),
  listenHost: config.HOST,
  deviceAddress: toDeviceAddress(config),
  tls: await readTls(config, 'HTTP_TLS_CERT', 'HTTP_TLS_KEY'),
  secure: isSecure(config),
  trustedProxies: config.YAMORI_TRUSTED_PROXIES,
  oidcProviders: toOidcProviders(config),
  notifications: toNotificationOptions(config),
  registration: toRegistrationOptions(config),
  analysesNights: config.YAMORI_ANALYSE_NIGHTS === 'on',
  metricsToken: config.YAMORI_METRICS_TOKEN,
});

/** Whether browsers reach the server by TLS, its own or a proxy's. */
const isSecure = ({ HTTP_TLS_CERT, YAMORI_URL }: Config): boolean =>
  HTTP_TLS_CERT !== undefined || (YAMORI_URL?.startsWith('https:') ?? false);

/** Opens the ports: devices first, so that a server that is ready hears them. */
async function listenToAll(
  { log, warnings }: Run,
  app: App,
  config: Config,
  publicOrigin: string | null,
): Promise<{ readonly address: string; readonly mqttPort: number }> {
  const tls = await readTls(config, 'MQTT_TLS_CERT', 'MQTT_TLS_KEY');
  const mqttHost = config.MQTT_HOST ?? config.HOST;
  if (tls === null && !isLoopback(mqttHost))
    warnings.push({ name: 'mqtt', reason: 'mqtt-without-tls' });
  const mqtt = await app.telemetry.ingest.listenMqtt({
    host: mqttHost,
    port: config.MQTT_PORT,
    ...(tls === null ? {} : { tls }),
  });
  const address = await listen(app.server, config.HOST, config.PORT, 'PORT');
  if (!isSecure(config) && !isLoopback(config.HOST)) {
    warnings.push({ name: 'http', reason: 'http-without-tls' });
    log.warn(
      {
        host: config.HOST,
        address,
        code: 'http-without-tls',
        advice:
          'set HTTP_TLS_CERT and HTTP_TLS_KEY, HOST=127.0.0.1, or YAMORI_URL to the https address of a proxy',
      },
      'browsers send health data and passwords unencrypted over the network',
    );
  }
  log.info(
    {
      address,
      answeredUnder: ownNames({ publicOrigin, listenHost: config.HOST }),
      elsewhere: '421; see YAMORI_URL',
    },
    'Yamori is ready',
  );
  return { address, mqttPort: mqtt.port };
}

/** Prints the link on the terminal only, for the person who holds the machine. */
async function printMakerLink(app: App, email: string, origin: string): Promise<void> {
  const { secret, expiresAt } = await createMakerAccount(app.identity.registration.context, email);
  process.stdout.write(
    `Open this once before ${expiresAt.toISOString()}, with the server running, and choose a password:\n${origin}/handleauth?mode=resetPassword#${secret}\n`,
  );
}

/** The application's own role cannot change the update history. */
async function redactAsOwner(
  { ownerUrl }: ServedDatabase,
  now: () => Date,
  log: Logger,
): Promise<void> {
  const owner = createPoolDatabase({ url: ownerUrl, connections: 2 }, log);
  try {
    await redactHistory({ database: owner, now });
  } finally {
    await owner.close();
  }
}

type HeadOptions = Pick<DataOptions, 'dataFolder' | 'isDemo'> &
  Pick<Connections, 'database' | 'now'>;

function openHeadExport(
  { opened, log }: Run,
  config: Config,
  { database, now, dataFolder, isDemo }: HeadOptions,
): void {
  const given = config.YAMORI_HISTORY_HEADS;
  if (given === undefined && isDemo) return;
  const target = given ?? getHeadsFile(dataFolder);
  if (given === undefined)
    log.warn(
      {
        file: target,
        code: 'history-heads-on-this-machine',
        advice: 'set YAMORI_HISTORY_HEADS to a file on another machine or to an address',
      },
      'an administrator of this machine can change the update history and its exported heads',
    );
  const { close } = startHeadExport({
    database,
    target,
    everyMs: config.YAMORI_HISTORY_HEADS_MINUTES * 60_000,
    now,
    log,
  });
  opened.push({ name: 'export of history heads', close, limitMs: CLOSE_LIMIT_MS });
}

function openMail(config: Config, database: Database, secret: string, log: Logger): Mail {
  const smtp = toSmtpOptions(config);
  return smtp === null
    ? NO_MAIL
    : createMailQueue({
        database,
        box: createSecretBox(secret, 'mail'),
        transport: createSmtpTransport(smtp),
        log,
      });
}

function findWebFolder(log: Logger): string | null {
  if (existsSync(`${WEB_FOLDER}/index.html`)) return WEB_FOLDER;
  log.warn(
    { folder: WEB_FOLDER },
    'the web application is not built: only the interface is served; run npm run build',
  );
  return null;
}

/** Closes everything and ends the process, within nine seconds of draining. */
async function stop({ opened, log, drainMs }: Run, exitCode: number): Promise<never> {
  await closeNewestFirst(opened.splice(0), log, {
    totalMs: STOP_TIMEOUT_MS + drainMs,
    elapsedMs: () => performance.now(),
  });
  process.exit(exitCode);
}

function start(): void {
  const run: Run = {
    log: createLog('info'),
    drainMs: 0,
    isStopping: false,
    opened: [],
    warnings: [],
    end(exitCode) {
      if (run.isStopping) return;
      run.isStopping = true;
      void stop(run, exitCode);
    },
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      run.log.info({ signal }, 'stopping');
      run.end(0);
    });
  process.on('uncaughtException', (error) => {
    run.log.fatal({ err: error }, 'uncaught exception');
    run.end(1);
  });
  boot(run).catch(async (error: unknown) => {
    const text = await describeStartError(error, process.env['YAMORI_DATA'] ?? DATA_FOLDER);
    if (text === null) run.log.fatal({ err: error }, 'Yamori cannot start');
    else process.stderr.write(`${text}\n`);
    process.send?.({ kind: 'failed', message: text ?? 'Yamori cannot start; the log says why.' });
    run.end(1);
  });
}

if (isOperation(process.argv[2])) void operate(process.argv.slice(2), process.env);
else start();
