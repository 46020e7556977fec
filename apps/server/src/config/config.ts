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

/** All settings of a server. `main.ts` reads the environment and passes it in. */
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
 * Limits: a value above a limit is rejected with a named problem. The keys are environment
 * variables.
 */
const limits = z.object({
  YAMORI_LIMIT_BODY_BYTES: positive
    .default(4 * 1024 * 1024)
    .describe('maximum bytes of a request body, for example of a batch of documents'),
  YAMORI_LIMIT_SIGN_IN_ADDRESS: positive
    .default(60)
    .describe('failed sign-ins from one address in 15 minutes'),
  YAMORI_LIMIT_SIGN_IN_ACCOUNT: positive
    .default(20)
    .describe('failed sign-ins for one account, existing or not, in 15 minutes'),
  YAMORI_LIMIT_SESSION_IDLE_HOURS: positive
    .max(14 * 24)
    .default(24)
    .describe('hours after which an unused session ends; an open page counts as use'),
  YAMORI_LIMIT_SOCKETS_MEMBER: positive
    .default(40)
    .describe('open live connections of one member to one server'),
  YAMORI_LIMIT_SOCKETS_SERVER: positive
    .default(5_000)
    .describe('open live connections to one server'),
  YAMORI_LIMIT_HTTP_CONNECTIONS: positive
    .default(10_000)
    .describe('open connections of browsers, proxies and HTTPS devices to one server'),
  YAMORI_LIMIT_REQUEST_SECONDS: positive
    .max(300)
    .default(8)
    .describe('seconds after which a request that waits for the database is rejected'),
  YAMORI_LIMIT_REQUESTS_ADDRESS: positive
    .default(6_000)
    .describe('requests from one address in a minute'),
  YAMORI_LIMIT_SOCKET_SUBSCRIPTIONS: positive
    .default(500)
    .describe('live lists and documents per connection'),
  YAMORI_LIMIT_SOCKET_WATCHES: positive.default(128).describe('devices watched per connection'),
  YAMORI_ACCIDENT_FACTS_DAYS: positive
    .max(400)
    .default(40)
    .describe('days to retain the facts that alarm rules evaluated, for rehearsals'),
  YAMORI_LIMIT_BATCH_WRITES: positive
    .max(500)
    .default(500)
    .describe('writes in one batch of documents'),
  YAMORI_LIMIT_DEVICE_BATCH_BYTES: positive
    .default(1024 * 1024)
    .describe('maximum bytes of a batch of device frames'),
  YAMORI_LIMIT_DEVICE_RATE_FACTOR: positive
    .default(100)
    .describe('multiple of its declared rate at which a device may send, for replays'),
  YAMORI_LIMIT_MQTT_CONNECTIONS: positive
    .default(20_000)
    .describe('open MQTT connections to one server'),
  YAMORI_LIMIT_MQTT_CONNECTIONS_ADDRESS: positive
    .default(6_000)
    .describe('open MQTT connections from one address, which all devices of a house may share'),
  YAMORI_LIMIT_DEVICE_PENDING_BYTES: positive
    .default(1024 * 1024)
    .describe('bytes of one device that may wait to be stored'),
  YAMORI_LIMIT_PENDING_BYTES: positive
    .default(64 * 1024 * 1024)
    .describe('bytes of all devices that may wait to be stored'),
});

const exportOptions = z.object({
  YAMORI_LIMIT_EXPORTS_SERVER: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('concurrent exports of rooms on one server'),
});

const options = z.object({
  PORT: port.default(8080).describe('port of the web application'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'address to listen on; 0.0.0.0 for all networks; set YAMORI_URL too if users type a host name',
    ),
  MQTT_PORT: port
    .default(18_830)
    .describe('MQTT port for devices; not 1883, which a local broker often uses'),
  MQTT_HOST: z.string().min(1).optional().describe('address on which MQTT listens; default: HOST'),
  MQTT_TLS_CERT: path
    .optional()
    .describe('file with the certificate (PEM) for MQTT; with MQTT_TLS_KEY, devices must use TLS'),
  MQTT_TLS_KEY: path.optional().describe('file with the private key (PEM) for MQTT'),
  HTTP_TLS_CERT: path.optional().describe('file with the certificate (PEM) of the web application'),
  HTTP_TLS_KEY: path.optional().describe('file with the private key (PEM) of the web application'),
  YAMORI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'public URL of the application; requests for another host name get 421, except for IP addresses and localhost, so let a proxy redirect other names; with https, cookies are Secure',
    ),
  YAMORI_DATA: path
    .optional()
    .describe(
      'folder for the built-in database and other files; default: data in the program folder',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('URL of a PostgreSQL server to use instead of the built-in one'),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls|ws|wss):\/\//, 'must begin with nats://')
    .optional()
    .describe('URLs of the NATS brokers that connect several servers, comma-separated'),
  YAMORI_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'installation key: signs session cookies, encrypts second factors and waiting mails; default: the key in YAMORI_KEY_FILE',
    ),
  YAMORI_KEY_FILE: path
    .optional()
    .describe(
      'file with the installation key (mode 600), created at the first start; ignored with YAMORI_SECRET; default: installation.key in a folder next to the data folder, with the same name and the suffix -keys',
    ),
  YAMORI_BACKUP_KEY_FILE: path
    .optional()
    .describe(
      'file with the passphrase for encrypted backups; without it backups are not encrypted',
    ),
  YAMORI_HISTORY_HEADS: path
    .optional()
    .describe(
      'target for exports of the newest hashes of the update history: a file, preferably on another machine, or an http(s) URL to post to; verify-history compares them; default: history-heads.jsonl next to the key, which protects less',
    ),
  YAMORI_HISTORY_HEADS_MINUTES: positive
    .max(24 * 60)
    .default(60)
    .describe('minutes between two of these exports'),
  YAMORI_TRUSTED_PROXIES: list
    .default([])
    .describe(
      'addresses or networks of proxies whose forwarded headers are trusted, comma-separated',
    ),
  YAMORI_ANALYSE_NIGHTS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'analyse finished nights on this server; off leaves them to other servers on the same database',
    ),
  YAMORI_METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'bearer token for scrapers of /metrics; without it only signed-in developers can read the metrics',
    ),
  YAMORI_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0.5)
    .describe(
      'seconds for which a stopping server still serves requests while /readyz returns 503; at least two probe intervals of the load balancer',
    ),
  YAMORI_LOG: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('minimum level of log entries'),
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
 * missing options. `needs`: empty where the options of the server do not matter.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  needs: readonly OptionNeed[] = NEEDS,
): Config {
  const given: Record<string, string> = {};
  for (const name of Object.keys(options.shape)) {
    const value = environment[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const [issue, ...others] = [
    ...listInvalidOptions(options, given),
    ...listMissingOptions(options, given, needs),
  ];
  if (issue !== undefined) throw toOptionsProblem(issue, others);
  return options.parse(given);
}

/** One line per option, with its meaning and default. */
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

/** Limits by the names that the modules use. */
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
