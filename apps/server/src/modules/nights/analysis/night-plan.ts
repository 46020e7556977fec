import { createHash } from 'node:crypto';
import { isFileSerial, nightRange, utcOffsetMinutes } from '@yamori/domain';
import { eitReadings, nightAlgorithm } from '@yamori/signal';
import { readNightZone } from '../../../core/documents/room-place.ts';
import type { Interval } from '../../../core/timeline/coverage.ts';
import { readRoomStreams, type RoomStreamContext } from '../room-streams-store.ts';
import { readExtents } from './night-extents-store.ts';
import { toNightSignal, type NightSignal } from './night-signals.ts';

/** A stream that the analysis reads while its device is in the room. */
export type PlannedStream = {
  readonly serial: string;
  readonly streamId: number;
  readonly signal: NightSignal;
  /** 0 for events. */
  readonly sampleRateHz: number;
  /** Converts raw values to the unit of the analysis. */
  readonly scale: number;
  readonly offset: number;
  readonly stays: readonly Interval[];
};

/** All that the analysis thread needs to read a night. */
export type NightPlan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly utcOffsetMinutes: number;
  readonly streams: readonly PlannedStream[];
};

export type PlannedNight = NightPlan & {
  /** Devices assigned to the room during the night, including those that sent nothing. */
  readonly serials: readonly string[];
  /** When each device left the room, at the latest the end of the night, in µs. */
  readonly leftAtUs: ReadonlyMap<string, number>;
  /** Fingerprint of all inputs of the result. Equal inputs give equal results. */
  readonly input: string;
};

type NightPlace = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly night: string;
};

/** Plans the analysis from the data that is stored now. */
export async function planNight(
  context: RoomStreamContext,
  { roomId, domainId, rootDomainId, night }: NightPlace,
): Promise<PlannedNight> {
  const { timeZone, nightStartsAt } = await readNightZone(context.store, domainId);
  const { fromMs, toMs } = nightRange(night, timeZone, nightStartsAt);
  const range = { roomId, rootDomainId, fromUs: fromMs * 1000, toUs: toMs * 1000 };
  const stays = await context.timeline.assignments.ofRoom(
    rootDomainId,
    roomId,
    range.fromUs,
    range.toUs,
  );
  const roomStreams = await readRoomStreams(context, range, eitReadings);
  const streams = roomStreams.flatMap(({ stream, stays: streamStays }): PlannedStream[] => {
    const signal = toNightSignal(stream);
    return signal === null
      ? []
      : [
          {
            serial: stream.serial,
            streamId: stream.streamId,
            sampleRateHz: stream.sampleRateHz,
            ...signal,
            stays: streamStays,
          },
        ];
  });
  const plan = {
    fromMs,
    toMs,
    utcOffsetMinutes: utcOffsetMinutes((fromMs + toMs) / 2, timeZone),
    streams: streams.toSorted(byPreference),
  };
  const extents = await readExtents(context.database, plan.streams, range);
  return {
    ...plan,
    serials: [...new Set(stays.map(({ serial }) => serial))].toSorted(),
    leftAtUs: new Map(
      stays.map(({ serial, toUs }) => [serial, Math.min(toUs ?? range.toUs, range.toUs)]),
    ),
    input: hashInput(plan, extents),
  };
}

/** Where two streams overlap, the first wins: devices before files, then by serial and stream. */
const byPreference = (a: PlannedStream, b: PlannedStream): number =>
  Number(isFile(a)) - Number(isFile(b)) ||
  (a.serial < b.serial ? -1 : Number(a.serial > b.serial)) ||
  a.streamId - b.streamId;
const isFile = ({ serial }: PlannedStream): boolean => isFileSerial(serial);

const hashInput = (plan: NightPlan, extents: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([nightAlgorithm.name, nightAlgorithm.version, plan, extents]))
    .digest('hex')
    .slice(0, 32);
