import { createHash } from 'node:crypto';
import { isFileSerial, nightRange, utcOffsetMinutes } from '@yamori/domain';
import { eitReadings, nightAlgorithm } from '@yamori/signal';
import { nightZoneOf } from '../../../core/documents/night-zone.ts';
import type { Interval } from '../../../core/timeline/coverage.ts';
import { readRoomStreams, type RoomStreamParts } from '../room-streams-store.ts';
import { readExtents } from './night-extents-store.ts';
import { nightSignalOf, type NightSignal } from './night-signals.ts';

/** A stream that is read for a night, while its device stood in the room. */
export type PlannedStream = {
  readonly serial: string;
  readonly streamId: number;
  readonly signal: NightSignal;
  /** 0 for events. */
  readonly sampleRateHz: number;
  /** Digital to the unit of the analysis. */
  readonly scale: number;
  readonly offset: number;
  readonly stays: readonly Interval[];
};

/** All that a thread needs to know to read a night. */
export type NightPlan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly utcOffsetMinutes: number;
  readonly streams: readonly PlannedStream[];
};

export type PlannedNight = NightPlan & {
  /** Devices that stood in the room, whether they sent anything or not. */
  readonly serials: readonly string[];
  /** When each of them left the room, at the latest the end of the night; in µs. */
  readonly leftAtUs: ReadonlyMap<string, number>;
  /** Stands for everything that goes into the result: the same again gives the same result. */
  readonly input: string;
};

type NightPlace = {
  readonly roomId: string;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly night: string;
};

/** What there is of a night now. */
export async function planNight(
  parts: RoomStreamParts,
  { roomId, domainId, rootDomainId, night }: NightPlace,
): Promise<PlannedNight> {
  const { timeZone, nightStartsAt } = await nightZoneOf(parts.store, domainId);
  const { fromMs, toMs } = nightRange(night, timeZone, nightStartsAt);
  const range = { roomId, rootDomainId, fromUs: fromMs * 1000, toUs: toMs * 1000 };
  const stays = await parts.timeline.assignments.ofRoom(
    rootDomainId,
    roomId,
    range.fromUs,
    range.toUs,
  );
  const found = await readRoomStreams(parts, range, eitReadings);
  const streams = found.flatMap(({ stream, stays: own }): PlannedStream[] => {
    const signal = nightSignalOf(stream);
    return signal === null
      ? []
      : [
          {
            serial: stream.serial,
            streamId: stream.streamId,
            sampleRateHz: stream.sampleRateHz,
            ...signal,
            stays: own,
          },
        ];
  });
  const plan = {
    fromMs,
    toMs,
    utcOffsetMinutes: utcOffsetMinutes((fromMs + toMs) / 2, timeZone),
    streams: streams.toSorted(byPreference),
  };
  const extents = await readExtents(parts.database, plan.streams, range);
  return {
    ...plan,
    serials: [...new Set(stays.map(({ serial }) => serial))].toSorted(),
    leftAtUs: new Map(
      stays.map(({ serial, toUs }) => [serial, Math.min(toUs ?? range.toUs, range.toUs)]),
    ),
    input: inputOf(plan, extents),
  };
}

/** Where two tell of the same time the first is believed: a device before a file, then by name. */
const byPreference = (one: PlannedStream, other: PlannedStream): number =>
  Number(isFile(one)) - Number(isFile(other)) ||
  (one.serial < other.serial ? -1 : Number(one.serial > other.serial)) ||
  one.streamId - other.streamId;
const isFile = ({ serial }: PlannedStream): boolean => isFileSerial(serial);

const inputOf = (plan: NightPlan, extents: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([nightAlgorithm.name, nightAlgorithm.version, plan, extents]))
    .digest('hex')
    .slice(0, 32);
