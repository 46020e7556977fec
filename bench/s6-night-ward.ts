import { encodeFields, SLEEP_STAGES, type SleepStage, type Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { pino } from 'pino';
import { createApp } from '../apps/server/src/app.ts';
import { toLimits, readConfig } from '../apps/server/src/config/config.ts';
import { toRegistrationOptions } from '../apps/server/src/config/registration.ts';
import { openDatabase } from '../apps/server/src/core/database/open-database.ts';
import { NO_MAIL } from '../apps/server/src/core/mail/mail.ts';
import { createInProcessBus } from '../apps/server/src/core/messaging/in-process-bus.ts';
import { toStage } from '../apps/server/src/testing/device-frames.ts';
import type { Timeline } from '../apps/server/src/core/timeline/timeline.ts';
import { startDatabase } from './rig/server-process.ts';

export const S6_RATE_HZ = 250;
export const S6_HOURS = 8;
/** In bed from 22:00 to 6:00 in Tokyo. */
export const S6_FROM_MS = Date.parse('2026-11-20T13:00:00Z');
export const S6_ROOM = 'akane-1';
export const S6_NIGHT = '2026-11-20';
const SERIAL = 'akane-A';
const BATCH_SECONDS = 600;

/**
 * 7.2 million samples like those of an electrode, with single-sample spikes that reveal a lost
 * peak.
 */
export function s6Samples(): Int16Array {
  const samples = new Int16Array(S6_HOURS * 3600 * S6_RATE_HZ);
  let phase = 0;
  let seed = 7;
  for (let index = 0; index < samples.length; index++) {
    const hours = index / S6_RATE_HZ / 3600;
    phase =
      (phase + (58 + 6 * Math.sin(hours * 3) + 3 * Math.sin(index / 900)) / 60 / S6_RATE_HZ) % 1;
    const spike = (centre: number, width: number): number =>
      Math.exp(-((phase - centre) ** 2) / (2 * width * width));
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    samples[index] =
      1000 * spike(0.3, 0.012) -
      180 * spike(0.33, 0.01) +
      250 * spike(0.55, 0.05) +
      120 * spike(0.18, 0.025) +
      (seed / 2_147_483_648 - 0.5) * 30;
  }
  for (let lone = 0; lone < 400; lone++)
    samples[(lone * 17_977 + 4321) % samples.length] = lone % 2 === 0 ? 2600 + lone : -1500 - lone;
  return samples;
}

export type NightWard = {
  /** Writes as the server itself. */
  readonly commit: (writes: readonly Write[]) => Promise<void>;
  readonly address: string;
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  readonly timeline: Timeline;
  readonly close: () => Promise<void>;
};

/**
 * The complete server on a temporary database, with one night in one room and a member who may see
 * it.
 */
export async function openNightWard(webFolder: string, samples: Int16Array): Promise<NightWard> {
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
  await app.store.commit(
    [...wardWrites(userId), ...Array.from({ length: 14 }, (_, back) => nightWrite(back))],
    { userId: null },
  );
  const { timeline } = app;
  await timeline.assignments.change({
    rootDomainId: 'akane',
    serial: SERIAL,
    roomId: S6_ROOM,
    atUs: (S6_FROM_MS - 86_400_000) * 1000,
  });
  await record(timeline, 3, samples, S6_RATE_HZ);
  await timeline.compact(-1e9, -1e9);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const bound = app.server.server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  return {
    commit: async (writes) => void (await app.store.commit([...writes], { userId: null })),
    address,
    cookies: await signIn(address),
    timeline,
    async close() {
      await app.close();
      await bus.close();
      await database.close();
      await postgres.stop();
    },
  };
}

const EMAIL = 'bench@akane.example';
const PASSWORD = 'gecko beneath the eaves';

async function signIn(address: string): Promise<NightWard['cookies']> {
  const reply = await fetch(`${address}/api/session/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!reply.ok) throw new Error(`sign-in answered ${reply.status}`);
  return reply.headers.getSetCookie().map((line) => {
    const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
    return { name, value: value.join('=') };
  });
}

function wardWrites(userId: string): Write[] {
  const at = { domainId: 'akane', rootDomainId: 'akane' };
  return [
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
      data: { code: 'bed', name: 'Bed sensor', streams: STREAMS },
    },
    {
      kind: 'set',
      path: `room/${S6_ROOM}`,
      data: {
        ...at,
        name: '201',
        deviceSerials: [SERIAL],
        occupant: { alias: 'Sakura', sex: 'female', birthYear: 1938, note: '' },
      },
    },
    {
      kind: 'set',
      path: `device/${SERIAL}`,
      data: { ...at, serial: SERIAL, typeId: 'bed', roomId: S6_ROOM, connection: 'network' },
    },
    {
      kind: 'set',
      path: `room/${S6_ROOM}/accident/a1`,
      data: encodeFields(
        {
          kind: 'call',
          severity: 'medium',
          raisedAt: new Date(S6_FROM_MS + 5.1 * 3_600_000),
          source: 'button',
          state: 'resolved',
        },
        false,
      ),
    },
  ];
}

/** The slower signals of the same night: respiration, gravity by posture, temperature. */
export async function recordSlowSignals({ timeline }: NightWard): Promise<void> {
  const seconds = S6_HOURS * 3600;
  const breath = Int16Array.from(
    { length: seconds * 50 },
    (_, index) =>
      900 * Math.sin((index / 50) * 2 * Math.PI * (0.24 + 0.02 * Math.sin(index / 60_000))) +
      300 * Math.sin(index / 90_000),
  );
  await record(timeline, 2, breath, 50);
  const turned = (index: number): number => Math.floor(index / 50 / 5400) % 3;
  const axes = [0, 1, 2].map((axis) =>
    Int16Array.from(
      { length: seconds * 50 },
      (_, index) =>
        (axis === 2
          ? turned(index) === 0
            ? 8192
            : 700
          : axis === 0
            ? ([0, 8100, -8100][turned(index)] ?? 0)
            : 900) +
        60 * Math.sin((index / 50) * 1.5 + axis),
    ),
  );
  await recordChannels(timeline, 1, axes, 50);
  await record(
    timeline,
    4,
    Int16Array.from({ length: seconds }, (_, index) => 3590 + 40 * Math.sin(index / 5000)),
    1,
  );
  await timeline.compact(-1e9, -1e9);
}

const STREAMS = [
  {
    streamId: 1,
    kind: 'respi-axl',
    channels: 3,
    unit: 'g',
    sampleRateHz: 50,
    scale: 1 / 8192,
    offset: 0,
  },
  { streamId: 2, kind: 'impe', channels: 1, unit: 'Ω', sampleRateHz: 50, scale: 0.01, offset: 500 },
  {
    streamId: 3,
    kind: 'ecg',
    channels: 1,
    unit: 'mV',
    sampleRateHz: S6_RATE_HZ,
    scale: 0.001,
    offset: 0,
  },
  {
    streamId: 4,
    kind: 'temperature',
    channels: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 0,
  },
];

const record = (
  timeline: Timeline,
  streamId: number,
  samples: Int16Array,
  rateHz: number,
): Promise<void> => recordChannels(timeline, streamId, [samples], rateHz);

async function recordChannels(
  timeline: Timeline,
  streamId: number,
  channels: readonly Int16Array[],
  rateHz: number,
): Promise<void> {
  const seconds = (channels[0]?.length ?? 0) / rateHz;
  for (let from = 0; from < seconds; from += BATCH_SECONDS) {
    const frames = Array.from(
      { length: Math.min(BATCH_SECONDS, seconds - from) },
      (_, index) => from + index,
    );
    await timeline.stage(
      frames.map((second) =>
        toStage(
          SERIAL,
          rateHz,
          encodeFrame({
            streamId,
            sequence: second,
            deviceTimeUs: (S6_FROM_MS + second * 1000) * 1000,
            channels: channels.map((channel) =>
              channel.subarray(second * rateHz, (second + 1) * rateHz),
            ),
          }),
        ),
      ),
    );
  }
}

/** A past night as an analysis stores it: 24 h from noon, in bed for eight of them. */
function nightWrite(back: number): Write {
  const from = new Date(Date.parse('2026-11-20T03:00:00Z') - back * 86_400_000);
  const firstEpoch = 1200;
  const epochs = Array.from({ length: 2880 }, (_, epoch): SleepStage =>
    stageAt(epoch - firstEpoch, back),
  );
  const asleep = epochs.filter((stage) => stage !== 'missing' && stage !== 'wake').length;
  const wake = epochs.filter((stage) => stage === 'wake').length;
  const minute = (value: (at: number) => number): (number | null)[] =>
    Array.from({ length: 1440 }, (_, at) =>
      at < 600 || at >= 1080 || (at > 720 && at < 726) ? null : Math.round(value(at) * 10) / 10,
    );
  const night = from.toISOString().slice(0, 10);
  const at = (epoch: number): Date => new Date(from.getTime() + (firstEpoch + epoch) * 30_000);
  return {
    kind: 'set',
    path: `room/${S6_ROOM}/sleep/${night}`,
    data: encodeFields(
      {
        night,
        from,
        to: new Date(from.getTime() + 86_400_000),
        state: back === 3 ? 'failed' : 'done',
        epochs,
        trends: {
          heartRate: minute((m) => 58 + 6 * Math.sin(m / 40 + back) + 2 * Math.sin(m * 7)),
          respirationRate: minute((m) => 14.5 + 1.5 * Math.sin(m / 30) + 0.6 * Math.sin(m * 5)),
          movement: minute((m) => (m % 47 < 2 ? 30 + (m % 13) * 2 : 3 + (m % 5))),
        },
        events: [
          { kind: 'bedExit', from: at(480), to: at(492) },
          { kind: 'bedExit', from: at(700 + back * 3), to: at(709 + back * 3) },
          { kind: 'gap', from: at(241), to: at(252) },
        ],
        metrics: { TST: asleep / 2, SE: (100 * asleep) / 960, WASO: wake / 2 - 12, SOL: 12 },
        quality: { code: 'good', coverage: 0.97 },
      },
      false,
    ),
  };
}

function stageAt(epoch: number, back: number): SleepStage {
  if (epoch < 0 || epoch >= 960) return 'missing';
  if (
    epoch < 24 + back ||
    epoch > 945 ||
    (epoch >= 480 && epoch < 498) ||
    (epoch >= 700 + back * 3 && epoch < 715 + back * 3)
  )
    return 'wake';
  if (epoch >= 241 && epoch < 252) return 'missing';
  const cycle = ((epoch - 24) % 180) / 180;
  const stage =
    cycle < 0.2
      ? 'light'
      : cycle < 0.5 - epoch / 4000
        ? 'deep'
        : cycle < 0.75 + (0.1 * back) / 14
          ? 'light'
          : 'rem';
  return SLEEP_STAGES.find((each) => each === stage) ?? 'light';
}
