import {
  monthAt,
  monthDays,
  monthsLater,
  standardStreams,
  type StandardDeviceType,
} from '@yamori/domain';
import { encodeFrame, scanFrames } from '@yamori/frames';
import type { FrameToStage } from '../core/timeline/timeline-frame.ts';
import { demoRooms } from './rooms.ts';

type DemoMonthsContext = {
  readonly now: () => Date;
  readonly timeZone: string;
  readonly stage: (frames: readonly FrameToStage[]) => Promise<unknown>;
  /** Assigns the device to a room, or to none, from a time on. Calls are in chronological order. */
  readonly place: (stay: {
    readonly rootDomainId: string;
    readonly serial: string;
    readonly roomId: string | null;
    readonly atUs: number;
  }) => Promise<void>;
  /** Aborted when the server stops. */
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
};

const PAST_MONTHS = 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Leaves the last days free. They belong to the simulated nights, and the server would analyse
 * these samples as nights without values.
 */
const CLEAR_DAYS = 9;
const OF_A_DAY_HOUR = 15;
const BATCH = 500;

/** The billed months before the current one, oldest first. */
export const pastMonths = (now: Date, timeZone: string): string[] =>
  Array.from({ length: PAST_MONTHS }, (_, index) =>
    monthsLater(monthAt(now.getTime(), timeZone), index - PAST_MONTHS),
  );

/**
 * Stores one second of samples per device and day, as far back as bills and statistics look: in the
 * previous months and the current one. A device is off on some days. Each device has been where it
 * is now since then.
 */
export async function fillDeviceMonths({
  now,
  timeZone,
  stage,
  place,
  signal,
}: DemoMonthsContext): Promise<number> {
  const devices = demoRooms('').flatMap((room) => room.devices);
  const untilMs = now().getTime() - CLEAR_DAYS * DAY_MS;
  const days = [...pastMonths(now(), timeZone), monthAt(now().getTime(), timeZone)]
    .flatMap((month) => monthDays(month, timeZone))
    .filter(({ toMs }) => toMs <= untilMs);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 0;
  for (const { serial, rootDomainId, roomId } of devices) {
    signal.throwIfAborted();
    const stay = { rootDomainId, serial };
    await place({ ...stay, roomId, atUs: first.fromMs * 1000 });
    await place({ ...stay, roomId: null, atUs: last.toMs * 1000 });
    await place({ ...stay, roomId, atUs: now().getTime() * 1000 });
  }
  const frames = devices.flatMap(({ serial, typeCode }, index) =>
    days.flatMap(({ fromMs }, day) =>
      wasDisconnected(index, day)
        ? []
        : [getLastContact(serial, typeCode, day, fromMs + OF_A_DAY_HOUR * HOUR_MS)],
    ),
  );
  for (let from = 0; from < frames.length; from += BATCH) {
    signal.throwIfAborted();
    await stage(frames.slice(from, from + BATCH));
  }
  return frames.length;
}

/** About one day in thirty, on different days for each device. */
const wasDisconnected = (device: number, day: number): boolean => (device * 11 + day) % 31 === 7;

/** Uses the stream with the fewest samples. */
function getLastContact(
  serial: string,
  typeCode: StandardDeviceType,
  sequence: number,
  atMs: number,
): FrameToStage {
  const [stream] = standardStreams(typeCode).toSorted(
    (a, b) => a.sampleRateHz * a.channels - b.sampleRateHz * b.channels || a.streamId - b.streamId,
  );
  if (stream === undefined) throw new Error(`the type ${typeCode} has no stream`);
  const bytes = encodeFrame({
    streamId: stream.streamId,
    sequence,
    deviceTimeUs: atMs * 1000,
    channels: Array.from(
      { length: stream.channels },
      () => new Int16Array(Math.max(1, Math.round(stream.sampleRateHz))),
    ),
  });
  const [frame] = scanFrames(bytes).frames;
  if (frame === undefined) throw new Error('encoding yielded no frame');
  return {
    serial,
    streamId: frame.streamId,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    sampleCount: frame.sampleCount,
    channelCount: frame.channelCount,
    sampleRateHz: stream.sampleRateHz,
    receivedMs: atMs,
    bytes: frame.bytes,
  };
}
