import {
  monthAt,
  monthDays,
  monthsLater,
  standardStreams,
  type StandardDeviceType,
} from '@yamori/domain';
import { encodeFrame, scanFrames } from '@yamori/frames';
import type { FrameToStage } from '../core/timeline/timeline-frame.ts';
import { demonstrationRooms } from './rooms.ts';

type DemonstrationMonthsParts = {
  readonly now: () => Date;
  readonly timeZone: string;
  readonly stage: (frames: readonly FrameToStage[]) => Promise<unknown>;
  /** From a moment on the device stands in a room, or nowhere; said in the order of time. */
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
 * The last nights are those of the simulation of nights: in nothing that the server analyses by
 * itself lies anything of ours, or it would be a night without values.
 */
const CLEAR_DAYS = 9;
const OF_A_DAY_HOUR = 15;
const BATCH = 500;

/** Months before the running one, the oldest first. Of these there are bills. */
export const pastMonths = (now: Date, timeZone: string): string[] =>
  Array.from({ length: PAST_MONTHS }, (_, index) =>
    monthsLater(monthAt(now.getTime(), timeZone), index - PAST_MONTHS),
  );

/**
 * A sign of life a day of each device in the months before and in the running one, as far as bills
 * and statistics look: a second of one of its streams in the afternoon. Now and then a device was
 * off. Until then each stood where it stands now.
 */
export async function fillMonthsOfDevices({
  now,
  timeZone,
  stage,
  place,
  signal,
}: DemonstrationMonthsParts): Promise<number> {
  const devices = demonstrationRooms('').flatMap((room) => room.devices);
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
      wasOff(index, day)
        ? []
        : [signOfLife(serial, typeCode, day, fromMs + OF_A_DAY_HOUR * HOUR_MS)],
    ),
  );
  for (let from = 0; from < frames.length; from += BATCH) {
    signal.throwIfAborted();
    await stage(frames.slice(from, from + BATCH));
  }
  return frames.length;
}

/** About one day in thirty, another one for each device. */
const wasOff = (device: number, day: number): boolean => (device * 11 + day) % 31 === 7;

/** The stream with the fewest samples says enough. */
function signOfLife(
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
  if (frame === undefined) throw new Error('no frame in these bytes');
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
