import { once } from 'node:events';
import {
  COLLECTIONS,
  CONTRACT_VERSION,
  FRAME_MESSAGE_HEADER_BYTES,
  LIVE_PATH,
  deviceTopic,
  serverMessage,
  type ServerMessage,
  type StreamDeclaration,
  type Write,
} from '@yamori/domain';
import { connectAsync, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createApp, type App, type AppOptions } from '../app.ts';
import { toLimits, readConfig, type Limits } from '../config/config.ts';
import { toRegistrationOptions } from '../config/registration.ts';
import type { Database } from '../core/database/database.ts';
import { createDocumentStore } from '../core/documents/document-store.ts';
import { enforceOrganisationLimits } from '../core/documents/writing/organisation-limits.ts';
import { voidIssuedLinks } from '../modules/identity/members/issued-links.ts';
import { checkMembership } from '../modules/identity/registration/membership-rules.ts';
import { updateNightFigures } from '../modules/nights/figures/update-night-figures.ts';
import type { RegistrationOptions } from '../modules/identity/registration/registration-context.ts';
import { NO_MAIL, type Mail } from '../core/mail/mail.ts';
import { hashDeviceKey } from '../modules/devices/device-key.ts';
import type { Bus } from '../core/messaging/bus.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { FAST_HASHING } from './fast-password-hash.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

export const STREAMS: readonly StreamDeclaration[] = [
  { streamId: 1, kind: 'impe', channels: 1, unit: 'Ω', sampleRateHz: 50, scale: 0.01, offset: 500 },
  { streamId: 2, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
  {
    streamId: 3,
    kind: 'temperature',
    channels: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 0,
  },
];
export const MEMBER_PASSWORD = 'gecko beneath the eaves';
const KEY = 'a-key-of-a-device-in-a-test';
const ORIGIN = { transport: 'mqtt', address: '127.0.0.1' } as const;

/**
 * The whole server on free ports, with two organisations, one room and device each, and members.
 */
export type LiveFixture = {
  readonly app: App;
  readonly bus: Bus;
  readonly temporary: TemporaryDatabase;
  readonly address: string;
  readonly mqttAddress: string;
  /** Adds a member with MEMBER_PASSWORD; returns the user id. */
  readonly addMember: (
    email: string,
    domainId: string,
    accessLevel: number,
    rootDomainId?: string,
  ) => Promise<string>;
  readonly signIn: (email: string) => Promise<string>;
  /**
   * Opens a live socket; rejects with the status if it is refused. `origin` is the page's, by
   * default this server's.
   */
  readonly openViewer: (cookie: string, origin?: string) => Promise<TestViewer>;
  readonly connectDevice: (serial: string) => Promise<MqttClient>;
  readonly commit: (writes: Write[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LiveFixtureOptions = Partial<
  Pick<
    AppOptions,
    | 'webFolder'
    | 'secure'
    | 'now'
    | 'oidcProviders'
    | 'publicOrigin'
    | 'log'
    | 'analysesNights'
    | 'metricsToken'
    | 'notifications'
  >
> & {
  /** Called once the database exists. */
  readonly mail?: (database: Database) => Mail;
  readonly limits?: Partial<Limits>;
  readonly registration?: Partial<RegistrationOptions>;
};

const MEMBERS = [
  ['carer@akane.example', 'akane', 3],
  ['carer@mizuki.example', 'mizuki', 3],
  ['agency@akane.example', 'akane', 50],
  ['staff@akane.example', 'akane', 2],
] as const;

export async function startLiveFixture(options: LiveFixtureOptions = {}): Promise<LiveFixture> {
  const temporary = await openTemporaryDatabase();
  const log = options.log ?? pino({ level: 'silent' });
  const bus = createInProcessBus(log);
  const app = await createApp({
    database: { ...temporary.database, counts: temporary.counts, url: temporary.url },
    bus,
    log,
    now: () => new Date(),
    serverId: 'server-1',
    webFolder: null,
    publicOrigin: null,
    secure: false,
    tls: null,
    trustedProxies: [],
    secret: 'a secret that all servers of a test have',
    demonstrationAccounts: [],
    passwordHashing: FAST_HASHING,
    oidcProviders: [],
    ...options,
    mail: options.mail?.(temporary.database) ?? NO_MAIL,
    // A busy machine may be slow; tests of the limit set their own.
    limits: { ...toLimits(readConfig({})), requestMs: 120_000, ...options.limits },
    registration: { ...toRegistrationOptions(readConfig({})), ...options.registration },
  });
  // All levels are in one facility here, so that access tables compare them in one place. Therefore
  // this store omits `checkDomainLevels`.
  const planting = createDocumentStore({
    database: temporary.database,
    bus,
    collections: COLLECTIONS,
    clock: options.now ?? (() => new Date()),
    log,
    invariants: [
      checkMembership,
      enforceOrganisationLimits,
      voidIssuedLinks(options.now ?? (() => new Date())),
      updateNightFigures,
    ],
  });
  const commit = async (writes: Write[]): Promise<void> =>
    void (await planting.commit(writes, { userId: null }));
  await commit(organisationWrites());
  const addMember: LiveFixture['addMember'] = async (
    email,
    domainId,
    accessLevel,
    rootDomainId = domainId,
  ) => {
    const userId = await app.identity.createUser({
      email,
      password: MEMBER_PASSWORD,
      name: 'Somebody',
    });
    await commit([
      {
        kind: 'set',
        path: `staff/${userId}`,
        data: {
          userId,
          domainId,
          rootDomainId,
          name: 'Somebody',
          accessLevel,
          email,
          state: 'active',
        },
      },
    ]);
    return userId;
  };
  for (const [email, domainId, accessLevel] of MEMBERS)
    await addMember(email, domainId, accessLevel);
  const mqtt = await app.telemetry.ingest.listenMqtt({ host: '127.0.0.1', port: 0 });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const bound = app.server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const address = `http://127.0.0.1:${port}`;

  return {
    app,
    bus,
    temporary,
    address,
    commit,
    addMember,
    mqttAddress: `mqtt://127.0.0.1:${mqtt.port}`,
    async signIn(email) {
      const reply = await fetch(`${address}/api/session/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address },
        body: JSON.stringify({ email, password: MEMBER_PASSWORD }),
      });
      if (!reply.ok) throw new Error(`sign-in answered ${reply.status} ${await reply.text()}`);
      return reply.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    },
    openViewer: (cookie, origin = address) =>
      openTestViewer(`ws://127.0.0.1:${port}${LIVE_PATH}`, cookie, origin),
    async connectDevice(serial) {
      // The server admits a device once the change feed has read its document.
      await expect
        .poll(() => app.telemetry.ingest.admit(serial, KEY, ORIGIN).kind, {
          timeout: 120_000,
          interval: 20,
        })
        .toBe('admitted');
      return connectAsync(`mqtt://127.0.0.1:${mqtt.port}`, {
        username: serial,
        password: KEY,
        clientId: serial,
        reconnectPeriod: 0,
        keepalive: 15,
        will: {
          topic: deviceTopic(serial, 'status'),
          payload: Buffer.from(JSON.stringify({ online: false })),
          qos: 1,
          retain: false,
        },
      });
    },
    async close() {
      await app.close();
      await bus.close();
      await temporary.drop();
    },
  };
}

function organisationWrites(): Write[] {
  const keyHash = hashDeviceKey(KEY);
  const type: Write = {
    kind: 'set',
    path: 'deviceType/bed',
    data: { code: 'bed', name: 'Bed sensor', streams: STREAMS },
  };
  return [
    type,
    ...['akane', 'mizuki'].flatMap((domain): Write[] => [
      {
        kind: 'set',
        path: `domain/${domain}`,
        data: {
          code: domain,
          name: domain,
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: domain,
          ancestorIds: [],
        },
      },
      {
        kind: 'set',
        path: `room/${domain}-1`,
        data: {
          domainId: domain,
          rootDomainId: domain,
          name: '201',
          deviceSerials: [`${domain}-A`],
        },
      },
      {
        kind: 'set',
        path: `device/${domain}-A`,
        data: {
          serial: `${domain}-A`,
          typeId: 'bed',
          domainId: domain,
          rootDomainId: domain,
          roomId: `${domain}-1`,
          connection: 'network',
          keyHash,
        },
      },
    ]),
  ];
}

/** A browser's end of the live socket; keeps all messages and can wait for one. */
export type TestViewer = {
  readonly socket: WebSocket;
  readonly send: (message: object) => void;
  readonly next: <Type extends ServerMessage['type']>(
    type: Type,
    fits?: (message: Extract<ServerMessage, { type: Type }>) => boolean,
  ) => Promise<Extract<ServerMessage, { type: Type }>>;
  readonly frames: readonly { readonly slot: number; readonly bytes: Uint8Array }[];
  readonly messages: readonly ServerMessage[];
  readonly closed: Promise<number>;
};

export async function openTestViewer(
  url: string,
  cookie: string,
  origin: string,
): Promise<TestViewer> {
  const socket = new WebSocket(url, { headers: { cookie }, origin });
  const messages: ServerMessage[] = [];
  const frames: { slot: number; bytes: Uint8Array }[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary)
      frames.push({
        slot: data.readUInt32LE(0),
        bytes: new Uint8Array(data.subarray(FRAME_MESSAGE_HEADER_BYTES)),
      });
    else messages.push(serverMessage.parse(JSON.parse(data.toString('utf8'))));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve);
  });
  await once(socket, 'open');

  const viewer: TestViewer = {
    socket,
    frames,
    messages,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () =>
            reject(
              new Error(
                `no ${type} message arrived; the last were ${JSON.stringify(messages.slice(-3)).slice(0, 600)}`,
              ),
            ),
          120_000,
        );
        const check = (): void => {
          for (const message of messages) {
            // The type of a message determines its shape, which TypeScript cannot infer here.
            const candidate = message as Extract<ServerMessage, { type: typeof type }>;
            if (message.type !== type || !fits(candidate)) continue;
            clearTimeout(late);
            waiting.delete(check);
            resolve(candidate);
            return;
          }
        };
        waiting.add(check);
        check();
      }),
  };
  viewer.send({ type: 'hello', version: CONTRACT_VERSION });
  await viewer.next('welcome');
  return viewer;
}
