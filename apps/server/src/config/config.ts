import { z } from 'zod';
import { toImportLimits, importOptions } from './imports.ts';
import { notificationOptions } from './notifications.ts';
import {
  listInvalidOptions,
  listMissingOptions,
  toOptionsProblem,
  type OptionNeed,
} from './option-issues.ts';
import { registrationOptions } from './registration.ts';
import { providerOptions } from './providers.ts';
import type { ExportLimits } from '../modules/exports/export-context.ts';

/** Everything that can be set from outside. `main.ts` reads the environment and hands it in. */
export type Config = z.infer<typeof options>;

const port = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);
const path = z.string().min(1);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/**
 * Limits: `limit + 1` is refused with a named problem. The names are those of the environment
 * variables.
 */
const limits = z.object({
  YAMORI_LIMIT_BODY_BYTES: positive
    .default(4 * 1024 * 1024)
    .describe('largest body of a request; document batches travel in one'),
  YAMORI_LIMIT_SIGN_IN_ADDRESS: positive
    .default(60)
    .describe('failed sign-ins in 15 minutes from one address'),
  YAMORI_LIMIT_SIGN_IN_ACCOUNT: positive
    .default(20)
    .describe('failed sign-ins in 15 minutes for one account, known or not'),
  YAMORI_LIMIT_SESSION_IDLE_HOURS: positive
    .max(14 * 24)
    .default(24)
    .describe('hours after which a session that nobody uses ends; an open page uses it'),
  YAMORI_LIMIT_SOCKETS_MEMBER: positive
    .default(40)
    .describe('open live connections of one member on one server'),
  YAMORI_LIMIT_SOCKETS_SERVER: positive
    .default(5_000)
    .describe('open live connections of one server'),
  YAMORI_LIMIT_HTTP_CONNECTIONS: positive
    .default(10_000)
    .describe('open connections of browsers, proxies and HTTPS devices to one server'),
  YAMORI_LIMIT_REQUEST_SECONDS: positive
    .max(300)
    .default(8)
    .describe('seconds for the database to answer a request; a later one is refused'),
  YAMORI_LIMIT_REQUESTS_ADDRESS: positive
    .default(6_000)
    .describe('requests a minute from one address'),
  YAMORI_LIMIT_SOCKET_SUBSCRIPTIONS: positive
    .default(500)
    .describe('live lists and documents of one connection'),
  YAMORI_LIMIT_SOCKET_WATCHES: positive
    .default(128)
    .describe('devices that one connection watches'),
  YAMORI_ACCIDENT_FACTS_DAYS: positive
    .max(400)
    .default(40)
    .describe(
      'days for which what the rules of accidents saw of each room is kept, for rehearsals',
    ),
  YAMORI_LIMIT_BATCH_WRITES: positive
    .max(500)
    .default(500)
    .describe('writes of one batch of documents'),
  YAMORI_LIMIT_DEVICE_BATCH_BYTES: positive
    .default(1024 * 1024)
    .describe('largest batch of frames of a device'),
  YAMORI_LIMIT_DEVICE_RATE_FACTOR: positive
    .default(100)
    .describe('how many times its declared rate a device may send, for replays'),
  YAMORI_LIMIT_MQTT_CONNECTIONS: positive
    .default(20_000)
    .describe('open MQTT connections of one server'),
  YAMORI_LIMIT_MQTT_CONNECTIONS_ADDRESS: positive
    .default(6_000)
    .describe('open MQTT connections from one address; all devices of a house may share one'),
  YAMORI_LIMIT_DEVICE_PENDING_BYTES: positive
    .default(1024 * 1024)
    .describe('bytes of one device that may wait to become durable'),
  YAMORI_LIMIT_PENDING_BYTES: positive
    .default(64 * 1024 * 1024)
    .describe('bytes of all devices that may wait to become durable'),
});

/** How many files are made of rooms' timelines. */
const exportOptions = z.object({
  YAMORI_LIMIT_EXPORTS_SERVER: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('exports of rooms that one server makes at one time'),
});

const options = z.object({
  PORT: port.default(8080).describe('port of the web application'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'address to listen on; 0.0.0.0 for every network: to be reached by a name then, set YAMORI_URL',
    ),
  MQTT_PORT: port
    .default(18_830)
    .describe("port of the devices' MQTT; not 1883, which a broker of the machine often holds"),
  MQTT_HOST: z.string().min(1).optional().describe('address that MQTT listens on; default: HOST'),
  MQTT_TLS_CERT: path
    .optional()
    .describe('file with the certificate (PEM) of MQTT; with MQTT_TLS_KEY devices must speak TLS'),
  MQTT_TLS_KEY: path.optional().describe('file with the private key (PEM) of MQTT'),
  HTTP_TLS_CERT: path.optional().describe('file with the certificate (PEM) of the web application'),
  HTTP_TLS_KEY: path.optional().describe('file with the private key (PEM) of the web application'),
  YAMORI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'the one address that people type: requests for another name get 421 (addresses in figures and localhost are always answered), so let a proxy redirect further names here; https makes cookies Secure',
    ),
  YAMORI_DATA: path
    .optional()
    .describe('folder of the built-in database and other files; default: data in the installation'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('a PostgreSQL instead of the built-in one'),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls|ws|wss):\/\//, 'must begin with nats://')
    .optional()
    .describe('NATS between several servers, comma-separated'),
  YAMORI_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'key of the installation: signs session cookies, encrypts second factors and waiting mails; default: the one in YAMORI_KEY_FILE',
    ),
  YAMORI_KEY_FILE: path
    .optional()
    .describe(
      'file with the key of the installation (mode 600), created at the first start; not used with YAMORI_SECRET; default: installation.key in the folder beside the data folder that is named like it with -keys',
    ),
  YAMORI_BACKUP_KEY_FILE: path
    .optional()
    .describe(
      'file with the passphrase that backups are encrypted and restored with; without it they are not encrypted',
    ),
  YAMORI_HISTORY_HEADS: path
    .optional()
    .describe(
      'where the newest hashes of the update history are exported to: a file, best on another machine, or an http(s) address that they are posted to; verify-history compares them; default: history-heads.jsonl beside the key, which protects less',
    ),
  YAMORI_HISTORY_HEADS_MINUTES: positive
    .max(24 * 60)
    .default(60)
    .describe('minutes between two exports of these hashes'),
  YAMORI_TRUSTED_PROXIES: list
    .default([])
    .describe('addresses or networks whose forwarded headers are believed, comma-separated'),
  YAMORI_ANALYSE_NIGHTS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'whether this server looks at nights that are over; off leaves them to others on the same database',
    ),
  YAMORI_METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'what a collector shows to read /metrics (Authorization: Bearer); without it the maker reads them, signed in',
    ),
  YAMORI_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0.5)
    .describe(
      'seconds for which a server that stops serves requests while /readyz is 503; at least two probes of the balancer',
    ),
  YAMORI_LOG: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('what is logged'),
  ...providerOptions.shape,
  ...registrationOptions.shape,
  ...notificationOptions.shape,
  ...importOptions.shape,
  ...exportOptions.shape,
  ...limits.shape,
});

const NEEDS: readonly OptionNeed[] = [
  { option: 'HTTP_TLS_CERT', needs: ['HTTP_TLS_KEY'] },
  { option: 'HTTP_TLS_KEY', needs: ['HTTP_TLS_CERT'] },
  { option: 'MQTT_TLS_CERT', needs: ['MQTT_TLS_KEY'] },
  { option: 'MQTT_TLS_KEY', needs: ['MQTT_TLS_CERT'] },
  // Links in mails begin with YAMORI_URL; they are never built from a request.
  { option: 'YAMORI_SMTP_URL', needs: ['YAMORI_MAIL_FROM', 'YAMORI_URL'] },
  { option: 'YAMORI_MAIL_FROM', needs: ['YAMORI_SMTP_URL'] },
  { option: 'YAMORI_LINE_CLIENT_ID', needs: ['YAMORI_LINE_CLIENT_SECRET'] },
  { option: 'YAMORI_LINE_CLIENT_SECRET', needs: ['YAMORI_LINE_CLIENT_ID'] },
  { option: 'YAMORI_GOOGLE_CLIENT_ID', needs: ['YAMORI_GOOGLE_CLIENT_SECRET'] },
  { option: 'YAMORI_GOOGLE_CLIENT_SECRET', needs: ['YAMORI_GOOGLE_CLIENT_ID'] },
  // The recipient is the LINE account that a member linked for signing in.
  { option: 'YAMORI_LINE_CHANNEL_TOKEN', needs: ['YAMORI_LINE_CLIENT_ID'] },
];

/**
 * The options of `environment`; an empty value counts as not set. One error lists all invalid and
 * missing options.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, string> = {};
  for (const name of Object.keys(options.shape)) {
    const value = environment[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const [issue, ...others] = [
    ...listInvalidOptions(options, given),
    ...listMissingOptions(options, given, NEEDS),
  ];
  if (issue !== undefined) throw toOptionsProblem(issue, others);
  return options.parse(given);
}

/** Every option with its default and meaning, a line each. */
export function helpText(): string {
  const defaults: Readonly<Record<string, unknown>> = options.parse({});
  return Object.entries(options.shape)
    .map(([name, schema]) => {
      const value = defaults[name];
      const shown =
        value === undefined || (Array.isArray(value) && value.length === 0)
          ? ''
          : ` (default ${JSON.stringify(value)})`;
      return `${name.padEnd(38)} ${schema.description ?? ''}${shown}`;
    })
    .join('\n');
}

/** Limits under the names that the features use. */
export const toLimits = (config: Config) => ({
  bodyBytes: config.YAMORI_LIMIT_BODY_BYTES,
  signInsPerAddress: config.YAMORI_LIMIT_SIGN_IN_ADDRESS,
  signInsPerAccount: config.YAMORI_LIMIT_SIGN_IN_ACCOUNT,
  requestMs: config.YAMORI_LIMIT_REQUEST_SECONDS * 1000,
  sessionIdleHours: config.YAMORI_LIMIT_SESSION_IDLE_HOURS,
  socketsPerMember: config.YAMORI_LIMIT_SOCKETS_MEMBER,
  socketsPerServer: config.YAMORI_LIMIT_SOCKETS_SERVER,
  httpConnections: config.YAMORI_LIMIT_HTTP_CONNECTIONS,
  requestsPerMinutePerAddress: config.YAMORI_LIMIT_REQUESTS_ADDRESS,
  viewer: {
    subscriptions: config.YAMORI_LIMIT_SOCKET_SUBSCRIPTIONS,
    watches: config.YAMORI_LIMIT_SOCKET_WATCHES,
  },
  writesPerBatch: config.YAMORI_LIMIT_BATCH_WRITES,
  ingest: {
    packetBytes: config.YAMORI_LIMIT_DEVICE_BATCH_BYTES,
    rateFactor: config.YAMORI_LIMIT_DEVICE_RATE_FACTOR,
    connections: config.YAMORI_LIMIT_MQTT_CONNECTIONS,
    connectionsPerAddress: config.YAMORI_LIMIT_MQTT_CONNECTIONS_ADDRESS,
    pendingBytesPerDevice: config.YAMORI_LIMIT_DEVICE_PENDING_BYTES,
    pendingBytes: config.YAMORI_LIMIT_PENDING_BYTES,
  },
  accidents: { factsDays: config.YAMORI_ACCIDENT_FACTS_DAYS },
  imports: toImportLimits(config),
  exports: toExportLimits(config),
});
export type Limits = ReturnType<typeof toLimits>;

const EXPORTS_PER_MEMBER = 2;
const READER_TIMEOUT_MS = 60_000;

const toExportLimits = (config: Config): ExportLimits => ({
  concurrentExports: config.YAMORI_LIMIT_EXPORTS_SERVER,
  exportsPerOrganisation: Math.max(1, config.YAMORI_LIMIT_EXPORTS_SERVER - 1),
  exportsPerMember: EXPORTS_PER_MEMBER,
  readerTimeoutMs: READER_TIMEOUT_MS,
});
