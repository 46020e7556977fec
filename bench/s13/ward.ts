import { COLLECTIONS, encodeFields, sessionReply, type Write } from '@yamori/domain';
import { pino } from 'pino';
import { createPoolDatabase } from '../../apps/server/src/core/database/pool-database.ts';
import { createDocumentStore } from '../../apps/server/src/core/documents/document-store.ts';
import { hashDeviceKey } from '../../apps/server/src/modules/devices/device-key.ts';
import { createInProcessBus } from '../../apps/server/src/core/messaging/in-process-bus.ts';
import { signInMember } from '../rig/member.ts';
import { BED_STREAMS } from './bed-device.ts';

/** An organisation with its first member, and rooms with a device each. */
export type Ward = {
  readonly domainId: string;
  /** Of the member's session. */
  readonly cookie: string;
  readonly rooms: readonly { readonly roomId: string; readonly serial: string }[];
  readonly deviceKey: string;
};

export type WardOptions = {
  readonly url: string;
  readonly firstStartLink: string;
  readonly databaseUrl: string;
  readonly rooms: number;
};

const EMAIL = 'night-nurse@ward.example';
const PASSWORD = 'four moths by the lamp';
const DEVICE_KEY = 'key-of-every-bed-of-the-bench';

/** Registers the organisation through its first member, and creates rooms and devices. */
export async function createWard(options: WardOptions): Promise<Ward> {
  const { url, firstStartLink, databaseUrl } = options;
  await register(url, new URL(firstStartLink).hash.slice(1));
  const { cookie } = await signInMember(url, EMAIL, PASSWORD);
  const session = await fetch(`${url}/api/session`, { headers: { cookie } });
  const { user } = sessionReply.parse(await session.json());
  if (user === null || user.domainId === null)
    throw new Error('the first member has no organisation');
  const rooms = Array.from({ length: options.rooms }, (_, index) => ({
    roomId: `s13-${index}`,
    serial: `S13-${String(index).padStart(3, '0')}`,
  }));
  await writeRooms(databaseUrl, user.domainId, rooms);
  return { domainId: user.domainId, cookie, rooms, deviceKey: DEVICE_KEY };
}

async function register(url: string, code: string): Promise<void> {
  const reply = await fetch(`${url}/api/registration/domain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      organisation: { name: 'S13' },
      applicant: {
        kind: 'newcomer',
        address: { kind: 'said', email: EMAIL },
        name: 'Night nurse',
        password: PASSWORD,
        language: 'ja',
      },
    }),
  });
  if (!reply.ok) throw new Error(`registration answered ${reply.status} ${await reply.text()}`);
}

async function writeRooms(
  databaseUrl: string,
  domainId: string,
  rooms: Ward['rooms'],
): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = createPoolDatabase({ url: databaseUrl, connections: 2 }, log);
  const store = createDocumentStore({
    database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => new Date(),
    log,
  });
  const place = { domainId, rootDomainId: domainId };
  const create = (path: string, fields: Readonly<Record<string, unknown>>): Write => ({
    kind: 'create',
    path,
    data: encodeFields(fields, false),
  });
  try {
    await store.commit(
      [
        create('deviceType/s13', { code: 's13', name: 'Bed', streams: BED_STREAMS }),
        ...rooms.map(({ roomId, serial }) =>
          create(`room/${roomId}`, { ...place, name: roomId, deviceSerials: [serial] }),
        ),
        ...rooms.map(({ roomId, serial }) =>
          create(`device/${serial}`, {
            ...place,
            serial,
            typeId: 's13',
            roomId,
            connection: 'network',
            keyHash: hashDeviceKey(DEVICE_KEY),
          }),
        ),
      ],
      { userId: null },
    );
  } finally {
    await database.close();
  }
}
