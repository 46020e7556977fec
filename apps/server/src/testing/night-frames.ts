import type { StreamDeclaration, Write } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import type { Timeline } from '../core/timeline/timeline.ts';
import type { FrameToStage } from '../core/timeline/timeline-frame.ts';
import { createRandom, toStage } from './device-frames.ts';

/** A minimal chest sensor: acceleration at 10 Hz on three axes, temperature and a button. */
const NIGHT_STREAMS: readonly StreamDeclaration[] = [
  {
    streamId: 1,
    kind: 'respi-axl',
    channels: 3,
    unit: 'g',
    sampleRateHz: 10,
    scale: 1 / 8192,
    offset: 0,
  },
  {
    streamId: 2,
    kind: 'temperature',
    channels: 1,
    unit: '°C',
    sampleRateHz: 1,
    scale: 0.01,
    offset: 20,
  },
  { streamId: 3, kind: 'button', channels: 1, unit: '', sampleRateHz: 0, scale: 1, offset: 0 },
];
const FRAME_SECONDS = 60;

/** Activity for some minutes: `absent` leaves the sensor on a table, `silent` sends nothing. */
export type NightPart = {
  readonly minutes: number;
  readonly doing: 'lying' | 'walking' | 'absent' | 'silent';
};

type StagedNight = {
  readonly serial: string;
  readonly fromMs: number;
  readonly parts: readonly NightPart[];
  readonly pressesMs?: readonly number[];
  readonly seed?: number;
};

/** A device with `NIGHT_STREAMS` in an organisation, without a room. */
export const nightDeviceWrites = (serial: string, domainId: string): Write[] => [
  {
    kind: 'set',
    path: 'deviceType/night',
    data: { code: 'night', name: 'Night', streams: NIGHT_STREAMS },
  },
  {
    kind: 'set',
    path: `device/${serial}`,
    data: {
      serial,
      typeId: 'night',
      domainId,
      rootDomainId: domainId,
      roomId: null,
      connection: 'network',
      firmware: '9.1',
    },
  },
];

/** Stages a night as a device would have sent it. */
export async function stageNight(
  timeline: Pick<Timeline, 'stage'>,
  { serial, fromMs, parts, pressesMs = [], seed = 1 }: StagedNight,
): Promise<void> {
  const frames: FrameToStage[] = [];
  const random = createRandom(seed);
  let atMs = fromMs;
  for (const { minutes, doing } of parts) {
    for (let minute = 0; minute < minutes; minute++, atMs += FRAME_SECONDS * 1000) {
      if (doing === 'silent') continue;
      const at = { sequence: Math.floor(atMs / 1000) % 1e6, deviceTimeUs: atMs * 1000 };
      frames.push(
        toStage(
          serial,
          10,
          encodeFrame({ streamId: 1, ...at, channels: simulateBody(doing, atMs, random) }),
        ),
      );
      frames.push(
        toStage(
          serial,
          1,
          encodeFrame({ streamId: 2, ...at, channels: [new Int16Array(FRAME_SECONDS).fill(1640)] }),
        ),
      );
    }
  }
  for (const [index, pressMs] of pressesMs.entries())
    frames.push(
      toStage(
        serial,
        0,
        encodeFrame({
          streamId: 3,
          sequence: index,
          deviceTimeUs: pressMs * 1000,
          channels: [Int16Array.of(1)],
        }),
      ),
    );
  for (let from = 0; from < frames.length; from += 500)
    await timeline.stage(frames.slice(from, from + 500));
}

function simulateBody(
  doing: 'lying' | 'walking' | 'absent',
  atMs: number,
  random: () => number,
): Int16Array[] {
  const noise = doing === 'absent' ? 0.0002 : 0.0008;
  const gauss = (): number => (random() + random() + random() - 1.5) * 2;
  const axes = [
    new Int16Array(FRAME_SECONDS * 10),
    new Int16Array(FRAME_SECONDS * 10),
    new Int16Array(FRAME_SECONDS * 10),
  ] as const;
  for (let index = 0; index < FRAME_SECONDS * 10; index++) {
    const seconds = atMs / 1000 + index / 10;
    const breath = doing === 'lying' ? 0.012 * Math.sin((2 * Math.PI * 14 * seconds) / 60) : 0;
    const step = doing === 'walking' ? 0.3 * Math.sin(2 * Math.PI * 1.9 * seconds) : 0;
    const values =
      doing === 'walking'
        ? [step * 0.5, 1 + step, 0.05 * gauss()]
        : [breath, 0.1 + breath / 2, 0.99];
    for (const [axis, samples] of axes.entries())
      samples[index] = Math.round(((values[axis] ?? 0) + noise * gauss()) * 8192);
  }
  return [...axes];
}
