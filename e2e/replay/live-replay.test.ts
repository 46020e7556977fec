import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isJson, type ServerCalls } from '../../apps/simulator/src/registration/server-calls.ts';
import { hasRecordings, WHY_SKIPPED } from '../../tools/run/recordings.mjs';
import { startReplayServer, type ReplayServer } from './replay-server.ts';
import { aReplay, playReplays, signInToReplay } from './replayed-recording.ts';

/** Vitals are computed in device time, so a minute of them takes six seconds. */
const SPEED = 10;
/**
 * After this many readings every rate has a full window, because rooms are written at most once a
 * second.
 */
const SETTLED_READINGS = 5;
const COMPARED_READINGS = 8;
const TOGETHER = '三人の室';

type Vital = 'heartRate' | 'respirationRate';
type Seen = ReadonlyMap<string, Readonly<Record<Vital, number[]>>>;

describe.skipIf(!hasRecordings)(`recordings replayed as devices${WHY_SKIPPED}`, () => {
  let server: ReplayServer | null = null;
  afterEach(async () => {
    await server?.remove();
  });

  it(
    'rooms show the known rates of their recordings, alone and together, and across the loop of a recording',
    { timeout: 300_000 },
    async ({ annotate }) => {
      server = await startReplayServer();
      const replays = [
        aReplay('LIVE-ECG', 'ecg-mitdb/100.hea', '心電の室'),
        aReplay('LIVE-EIT', 'eit/goettingen-neonate/P04P-1016.get', '新生児の室', { loop: true }),
        // Short recordings loop for as long as a busy machine needs.
        aReplay('LIVE-MONITOR', 'ecg-resp-bidmc/bidmc_01_Signals.csv', 'モニターの室', {
          loop: true,
        }),
        aReplay('LIVE-SENSORS', 'multisensor-csv/bio_resting_5min_100hz.csv', '安静の室', {
          rateHz: 100,
          loop: true,
        }),
        aReplay(
          'LIVE-FLOW',
          'cpap-night-resmed/airsense11-apap/DATALOG/20241017/20241017_221849_BRP.edf',
          '気流の室',
        ),
        aReplay('SAME-ECG', 'ecg-mitdb/100.hea', TOGETHER),
        aReplay('SAME-EIT', 'eit/goettingen-neonate/P04P-1016.get', TOGETHER, { loop: true }),
        aReplay('SAME-MONITOR', 'ecg-resp-bidmc/bidmc_01_Signals.csv', TOGETHER, { loop: true }),
      ];
      const calls = await signInToReplay(server.httpUrl);
      const { player } = await playReplays(server, replays, SPEED);
      const seen = await watchRooms(calls);
      expect(player.counts()).toMatchObject({ dropped: 0, refusal: null });
      await player.finish();
      await server.stop();
      await annotate(
        [...seen]
          .map(
            ([room, vitals]) =>
              `${room}: ${figures(vitals.heartRate)} bpm, ${figures(vitals.respirationRate)} breaths a minute`,
          )
          .join('\n'),
      );

      // The references: the reference.json of each folder of the recordings.
      expect(Math.abs(mean(seen, '心電の室', 'heartRate') - 75.5)).toBeLessThan(2);
      expect(mean(seen, '新生児の室', 'respirationRate')).toBeGreaterThan(34.6);
      expect(mean(seen, '新生児の室', 'respirationRate')).toBeLessThan(37.6);
      expect(Math.abs(mean(seen, 'モニターの室', 'respirationRate') - 21.3)).toBeLessThan(1.5);
      expect(Math.abs(mean(seen, 'モニターの室', 'heartRate') - 91.3)).toBeLessThan(2);
      expect(Math.abs(mean(seen, '安静の室', 'heartRate') - 86.8)).toBeLessThan(2.5);
      expect(Math.abs(mean(seen, '安静の室', 'respirationRate') - 16.6)).toBeLessThan(2.5);
      expect(Math.abs(mean(seen, '気流の室', 'respirationRate') - 13.6)).toBeLessThan(3);
      const together = seen.get(TOGETHER);
      expect(
        together?.heartRate.every((rate) => isNear(rate, 75.5, 5) || isNear(rate, 91.3, 5)),
      ).toBe(true);
      expect(
        together?.respirationRate.every((rate) => isNear(rate, 36, 3) || isNear(rate, 21.3, 4)),
      ).toBe(true);
    },
  );
});

const isNear = (value: number, wanted: number, within: number): boolean =>
  Math.abs(value - wanted) <= within;

/**
 * Collects the vitals of the room documents, once per timestamp, until every compared rate has been
 * read often enough.
 */
async function watchRooms(calls: ServerCalls): Promise<Seen> {
  const seen = new Map<string, Record<Vital, number[]>>();
  const reported = new Set<string>();
  const isEnough = ([room, vital]: readonly [string, Vital]): boolean =>
    (seen.get(room)?.[vital].length ?? 0) >= SETTLED_READINGS + COMPARED_READINGS;
  while (!COMPARED.every(isEnough)) {
    await wait(500);
    for (const { name, live } of await readRooms(calls)) {
      const vitals = seen.get(name) ?? { heartRate: [], respirationRate: [] };
      seen.set(name, vitals);
      for (const vital of ['heartRate', 'respirationRate'] as const) {
        const reading = live[vital];
        const text = `${name} ${vital} ${JSON.stringify(reading)}`;
        if (!isJson(reading) || typeof reading['value'] !== 'number' || reported.has(text))
          continue;
        reported.add(text);
        vitals[vital].push(reading['value']);
      }
    }
  }
  return new Map(
    [...seen].map(([room, { heartRate, respirationRate }]) => [
      room,
      {
        heartRate: compared(heartRate),
        respirationRate: compared(respirationRate),
      },
    ]),
  );
}

const compared = (readings: readonly number[]): number[] =>
  readings.slice(SETTLED_READINGS, SETTLED_READINGS + COMPARED_READINGS);

const COMPARED: readonly (readonly [string, Vital])[] = [
  ['心電の室', 'heartRate'],
  ['新生児の室', 'respirationRate'],
  ['モニターの室', 'heartRate'],
  ['モニターの室', 'respirationRate'],
  ['安静の室', 'heartRate'],
  ['安静の室', 'respirationRate'],
  ['気流の室', 'respirationRate'],
  [TOGETHER, 'heartRate'],
  [TOGETHER, 'respirationRate'],
];

async function readRooms(calls: ServerCalls) {
  const { documents } = await calls.post('/api/documents/list', {
    query: {
      collection: 'room',
      filters: [{ field: ['name'], op: 'in', value: ROOMS }],
      limit: 50,
    },
  });
  return Array.isArray(documents) ? documents.flatMap(listData) : [];
}

const ROOMS = ['心電の室', '新生児の室', 'モニターの室', '安静の室', '気流の室', TOGETHER];

function listData(
  document: unknown,
): { readonly name: string; readonly live: Readonly<Record<string, unknown>> }[] {
  const data = isJson(document) ? document['data'] : null;
  if (!isJson(data) || typeof data['name'] !== 'string' || !isJson(data['live'])) return [];
  return [{ name: data['name'], live: data['live'] }];
}

function mean(seen: Seen, room: string, vital: Vital): number {
  const values = seen.get(room)?.[vital] ?? [];
  return values.length === 0
    ? Number.NaN
    : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const figures = (values: readonly number[]): string =>
  values.length === 0
    ? 'no'
    : `${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1)} (${Math.min(...values)} to ${Math.max(...values)}, ${values.length} readings)`;
