import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLLECTIONS, encodeFields, type RoomAccident, type Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { z } from 'zod';
import {
  openDatabase,
  type OpenedDatabase,
} from '../apps/server/src/core/database/open-database.ts';
import {
  createDocumentStore,
  type DocumentStore,
} from '../apps/server/src/core/documents/document-store.ts';
import { createInProcessBus } from '../apps/server/src/core/messaging/in-process-bus.ts';
import { updateNightFigures } from '../apps/server/src/modules/nights/figures/update-night-figures.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';

/**
 * The demonstration's server without its devices, on a database that stays while it is stopped,
 * killed and started again.
 */
export type OwnServer = {
  readonly address: string;
  readonly database: OpenedDatabase;
  readonly store: DocumentStore;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Writes as the server itself does, past the rules of access. */
  readonly commit: (writes: readonly Write[]) => Promise<void>;
  /** The open call of a room. */
  readonly call: (roomId: string) => Promise<RoomAccident | null>;
  /** Presses the call button of a room that has one. */
  readonly callFrom: (serial: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

const keyedDevices = z.array(
  z.object({
    serial: z.string(),
    key: z.string(),
    streams: z.array(z.object({ streamId: z.number(), kind: z.string() })),
  }),
);

export async function startOwnServer(): Promise<OwnServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-journey-'));
  // The database runs under a separate account if the journeys run as root.
  await chmod(dataFolder, 0o711);
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataFolder, connections: 4 }, log);
  const store = createDocumentStore({
    database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => new Date(),
    log,
    invariants: [updateNightFigures],
  });
  const port = await freePort();
  const begin = (): ServerProcess =>
    startServerProcess(
      { DATABASE_URL: database.url, PORT: String(port), YAMORI_DATA: dataFolder },
      '--demonstration',
    );
  let running = begin();
  await running.ready;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.kill(signal);
    await running.exited;
  };
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    database,
    store,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      running = begin();
      await running.ready;
    },
    commit: async (writes) => {
      await store.commit(writes, { userId: null });
    },
    call: (roomId) => readCall(store, roomId),
    callFrom: async (serial) => press(address, serial, await readKey(dataFolder, serial)),
    async remove() {
      await end('SIGKILL');
      await database.close();
      await removeFolder(dataFolder);
    },
  };
}

async function readCall(store: DocumentStore, roomId: string): Promise<RoomAccident | null> {
  const [room] = await store.read([`room/${roomId}`]);
  const live = COLLECTIONS.room.schema.shape.live.parse(room?.data['live'] ?? null);
  return live?.accidents.find(({ kind }) => kind === 'call') ?? null;
}

async function readKey(dataFolder: string, serial: string) {
  const devices = keyedDevices.parse(
    JSON.parse(await readFile(join(dataFolder, 'demonstration', 'devices.json'), 'utf8')),
  );
  const device = devices.find((one) => one.serial === serial);
  const streamId = device?.streams.find(({ kind }) => kind === 'button')?.streamId;
  if (device === undefined || streamId === undefined) throw new Error(`${serial} has no button`);
  return { key: device.key, streamId };
}

async function press(
  address: string,
  serial: string,
  { key, streamId }: { key: string; streamId: number },
): Promise<void> {
  const nowMs = Date.now();
  const frame = encodeFrame({
    streamId,
    sequence: nowMs % 1_000_000,
    deviceTimeUs: nowMs * 1000,
    channels: [Int16Array.of(1)],
  });
  const reply = await fetch(`${address}/api/devices/${serial}/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(frame),
  });
  if (!reply.ok)
    throw new Error(`the button of ${serial} returned ${reply.status}: ${await reply.text()}`);
}

/** Nights as the analysis stores them, one per day up to `last`. */
export const createNights = (roomId: string, nights: readonly string[]): Write[] =>
  nights.map((night, index) => {
    const from = new Date(`${night}T12:00:00+09:00`);
    return {
      kind: 'set',
      path: `room/${roomId}/sleep/${night}`,
      data: encodeFields(
        {
          night,
          from,
          to: new Date(from.getTime() + 86_400_000),
          state: 'done',
          epochs: Array.from({ length: 960 }, (_, epoch) => (epoch < 20 ? 'wake' : 'light')),
          metrics: { TST: 360 + index },
          quality: { code: 'good', coverage: 1 },
        },
        false,
      ),
    };
  });
