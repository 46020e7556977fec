import {
  daysLater,
  encodeFields,
  REPORT_FIGURES,
  MAX_REPORT_NIGHTS,
  MAX_REPORT_ROOMS,
  type Write,
} from '@yamori/domain';
import pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../apps/server/src/app.ts';
import { toLimits, readConfig } from '../apps/server/src/config/config.ts';
import { toRegistrationOptions } from '../apps/server/src/config/registration.ts';
import type { Database } from '../apps/server/src/core/database/database.ts';
import { openDatabase } from '../apps/server/src/core/database/open-database.ts';
import { COUNTED_AS } from '../apps/server/src/modules/nights/figures/compute-night-figures.ts';
import { NO_MAIL } from '../apps/server/src/core/mail/mail.ts';
import { createInProcessBus } from '../apps/server/src/core/messaging/in-process-bus.ts';
import { startDatabase } from './rig/server-process.ts';

/** The maximum size of a report, and as many nights before it. */
export const [ROOMS, NIGHTS] = [MAX_REPORT_ROOMS, MAX_REPORT_NIGHTS] as const;
const ACCIDENTS_OF_ROOM = 60;
const LAST = '2026-11-20';
export const PERIOD = { kind: 'between', from: daysLater(LAST, 1 - NIGHTS), to: LAST } as const;
const [EMAIL, PASSWORD] = ['bench@akane.example', 'gecko beneath the eaves'] as const;

export type ReportWard = {
  readonly address: string;
  readonly database: Database;
  /** Posts as a signed-in member. Throws on an error status. */
  readonly post: (path: string, body: object) => Promise<Buffer>;
  readonly cookie: { readonly name: string; readonly value: string };
  readonly close: () => Promise<void>;
};

/**
 * The complete server on a temporary database, with rooms, nights, alarms and devices, and a member
 * who may see them.
 */
export async function openReportWard(webFolder: string): Promise<ReportWard> {
  const log = pino({ level: 'error' });
  const postgres = await startDatabase();
  const database = await openDatabase({ url: postgres.url }, log);
  const bus = createInProcessBus(log);
  const app = await createApp({
    database,
    bus,
    log,
    now: () => new Date(),
    serverId: 'bench',
    webFolder,
    publicOrigin: null,
    secure: false,
    tls: null,
    trustedProxies: [],
    secret: 'a secret that all servers of a test have',
    demonstrationAccounts: [],
    oidcProviders: [],
    mail: NO_MAIL,
    limits: toLimits(readConfig({})),
    registration: toRegistrationOptions(readConfig({})),
  });
  const userId = await app.identity.createUser({ email: EMAIL, password: PASSWORD, name: 'Bench' });
  await app.store.commit(examples(userId), { userId: null });
  await fill(postgres.url);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const bound = app.server.server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  const signedIn = await fetch(`${address}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const [name = '', value = ''] = (signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '').split(
    /=(.*)/s,
  );
  return {
    address,
    database,
    cookie: { name, value },
    async post(path, body) {
      const reply = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: address,
          cookie: `${name}=${value}`,
        },
        body: JSON.stringify(body),
      });
      const bytes = Buffer.from(await reply.arrayBuffer());
      if (!reply.ok)
        throw new Error(`${path} answered ${reply.status} ${bytes.toString('utf8').slice(0, 200)}`);
      return bytes;
    },
    async close() {
      await app.close();
      await bus.close();
      await database.close();
      await postgres.stop();
    },
  };
}

/** Uses a separate connection, because those of the server time out on such long statements. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of [...fills(), 'vacuum analyze']) await client.query(text);
  await client.end();
}

const at = { domainId: 'akane', rootDomainId: 'akane' } as const;

/** One document of each kind as the server writes it; the others are copies. */
const examples = (userId: string): Write[] => [
  {
    kind: 'set',
    path: 'domain/akane',
    data: {
      code: 'akane',
      name: 'akane',
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'akane',
      ancestorIds: [],
    },
  },
  {
    kind: 'set',
    path: `staff/${userId}`,
    data: { ...at, userId, name: 'Bench', accessLevel: 5, email: EMAIL, state: 'active' },
  },
  {
    kind: 'set',
    path: 'deviceType/bed',
    data: {
      code: 'bed',
      name: 'Bed sensor',
      streams: [
        {
          streamId: 3,
          kind: 'ecg',
          channels: 1,
          unit: 'mV',
          sampleRateHz: 250,
          scale: 0.001,
          offset: 0,
        },
      ],
    },
  },
  {
    kind: 'set',
    path: 'room/r0',
    data: {
      ...at,
      name: '0',
      building: 'A',
      floor: '1',
      tags: ['fall risk'],
      deviceSerials: [],
      occupant: { alias: 'Sakura', sex: 'female', birthYear: 1938, note: '' },
    },
  },
  {
    kind: 'set',
    path: 'device/d0',
    data: { ...at, serial: 'd0', typeId: 'bed', roomId: 'r0', connection: 'network' },
  },
  {
    kind: 'set',
    path: 'room/r0/accident/a0',
    data: encodeFields(
      {
        kind: 'fall',
        severity: 'high',
        raisedAt: new Date(`${LAST}T15:00:00Z`),
        source: 'sensor',
        state: 'resolved',
      },
      false,
    ),
  },
  {
    kind: 'set',
    path: 'room/r0/sleep/2020-01-01',
    data: encodeFields(
      {
        night: '2020-01-01',
        from: new Date('2020-01-01T03:00:00Z'),
        to: new Date('2020-01-02T03:00:00Z'),
        state: 'done',
        metrics: { TST: 400 },
        quality: { code: 'good', coverage: 0.97 },
      },
      false,
    ),
  },
];

const columns =
  'root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, holder_path, created_at, updated_at, version';
const copies = (
  from: string,
  path: string,
  parent: string,
  id: string,
  data: string,
  series: string,
): string =>
  `insert into documents (${columns}) select root_domain_id, ${path}, collection, ${parent}, ${id}, ${data}, domain_ids, shared_with, holder_path, created_at, updated_at, nextval('document_version') from documents, ${series} where path = '${from}'`;

/** Values vary between nights and rooms by `hashtext`. */
function fills(): string[] {
  const [rooms, nights] = [
    `generate_series(1, ${ROOMS - 1}) room`,
    `generate_series(0, ${2 * NIGHTS - 1}) back`,
  ];
  const figures = REPORT_FIGURES.filter(({ id }) => id !== 'coverage')
    .map(
      ({ id }, index) =>
        `'${id}', ${10 * (index + 1)} + abs(hashtext(room || '${id}' || back)) % 1000 / 10.0`,
    )
    .join(', ');
  return [
    copies(
      'room/r0',
      `'room/r' || room`,
      `''`,
      `'r' || room`,
      `data || jsonb_build_object('name', room::text, 'floor', (room % 8)::text)`,
      rooms,
    ),
    copies(
      'device/d0',
      `'device/d' || room`,
      `''`,
      `'d' || room`,
      `data || jsonb_build_object('serial', 'd' || room, 'roomId', 'r' || room)`,
      rooms,
    ),
    copies(
      'room/r0/accident/a0',
      `'room/r' || room || '/accident/a' || one`,
      `'room/r' || room`,
      `'a' || one`,
      `data || jsonb_build_object('kind', (array['fall', 'call', 'bedExit', 'apnea', 'deviceOffline'])[1 + one % 5], 'raisedAt', jsonb_build_object('$date', to_char(timestamp '${LAST}' - one * interval '12 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
      `${rooms}, generate_series(1, ${ACCIDENTS_OF_ROOM}) one`,
    ),
    copies(
      'room/r0/sleep/2020-01-01',
      `'room/r' || room || '/sleep/' || (date '${LAST}' - back)`,
      `'room/r' || room`,
      `(date '${LAST}' - back)::text`,
      'data',
      `${rooms}, ${nights}`,
    ),
    `insert into night_figures (room_id, night, counted_as, begins_at, ends_at, state, result_version, quality, coverage, is_corrected, figures, bounds, course)
      select 'r' || room, (date '${LAST}' - back)::text, ${COUNTED_AS}, (date '${LAST}' - back)::timestamptz, (date '${LAST}' - back + 1)::timestamptz, 'done', 1, 'good', 0.9, false, jsonb_build_object(${figures}), '{}', '' from ${rooms}, ${nights}`,
  ];
}
