import { createHash } from 'node:crypto';
import {
  daysLater,
  isTechnical,
  nightCount,
  REPORT_FIGURES,
  type Report,
  type ReportRoom,
  type ReportSide,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { readAnalysisMinutes, readPending } from './report-pending.ts';
import type { NightSpan, ReportScope } from './report-scope.ts';
import {
  readAccidents,
  readCourses,
  readDevices,
  readMeans,
  readProvisional,
  readRooms,
  type MeanRow,
  type ProvisionalNights,
} from './report-store.ts';

/**
 * Everything that a report says. Nights are counted by the database from their figures (decision
 * 034); no night is read.
 */
export async function makeReport(queries: Queries, scope: ReportScope, now: Date): Promise<Report> {
  const rooms = await readRooms(queries, scope);
  const roomIds = rooms.map(({ roomId }) => roomId);
  const [means, courses, accidents, devices, pending, provisional] = await Promise.all([
    readMeans(queries, roomIds, scope),
    readCourses(queries, roomIds, scope),
    readAccidents(queries, roomIds, scope),
    readDevices(queries, roomIds, scope),
    readPending(queries, roomIds, scope),
    readProvisional(queries, roomIds, scope),
  ]);
  const analysisMinutes = await readAnalysisMinutes(
    queries,
    { roomIds, pending: pending.reduce((sum, one) => sum + one.nights, 0), now },
    scope,
  );
  const courseOf = new Map(courses.map(({ roomId, course }) => [roomId, course]));
  const nights = nightsOf(scope.period);
  const side = (roomId: string | null, isNow: boolean): ReportSide => {
    const found = means.find(
      (row) =>
        row.roomId === roomId && row.isNow === isNow && row.night === null && row.week === null,
    );
    const counted = accidents.filter(
      (one) => (roomId === null || one.roomId === roomId) && !isTechnical(one.kind),
    );
    const countOf = (all: readonly RoomCount[]): number =>
      all
        .filter((one) => (roomId === null || one.roomId === roomId) && one.isNow === isNow)
        .reduce((sum, one) => sum + one.nights, 0);
    return {
      nights: found?.nights ?? 0,
      pending: countOf(pending),
      provisional: countOf(provisional),
      figures: figuresOf(found),
      accidents: counted.reduce((sum, one) => sum + (isNow ? one.now : one.before), 0),
    };
  };
  const sides = (roomId: string | null): Pick<ReportRoom, 'now' | 'before'> => ({
    now: side(roomId, true),
    before: side(roomId, false),
  });
  const { from, to } = scope.period;
  const figures: Omit<
    Report,
    'madeAt' | 'digest' | 'devices' | 'nightStartsAt' | 'analysisMinutes'
  > = {
    domainName: scope.domainName,
    timeZone: scope.timeZone,
    period: { from, to },
    before: { from: scope.before.from, to: scope.before.to },
    rooms: rooms.map((room) => ({
      ...room,
      tags: [...room.tags],
      sex: scope.tellsSex ? room.sex : null,
      ...sides(room.roomId),
      course: nights.map((night) => courseOf.get(room.roomId)?.[night] ?? null),
    })),
    total: sides(null),
    nights: spansOf(means, 'night'),
    weeks: spansOf(means, 'week'),
    awaited: awaitedOf(
      provisional.filter(({ isNow }) => isNow),
      roomIds,
    ),
    accidents,
  };
  return {
    ...figures,
    devices,
    analysisMinutes,
    nightStartsAt: scope.nightStartsAt,
    madeAt: now.toISOString(),
    digest: digestOf(figures),
  };
}

type RoomCount = { readonly roomId: string; readonly isNow: boolean; readonly nights: number };

/** Each device once, with its newest record, in the order of the rooms. */
function awaitedOf(
  provisional: readonly ProvisionalNights[],
  roomIds: readonly string[],
): Report['awaited'] {
  const placeOf = new Map(roomIds.map((roomId, place) => [roomId, place]));
  const newest = new Map<string, Report['awaited'][number]>();
  for (const { roomId, devices } of provisional)
    for (const { serial, since } of devices) {
      const key = `${roomId}/${serial}`;
      if ((newest.get(key)?.since ?? '') <= (since ?? ''))
        newest.set(key, { roomId, serial, since });
    }
  return [...newest.values()].toSorted(
    (a, b) =>
      (placeOf.get(a.roomId) ?? 0) - (placeOf.get(b.roomId) ?? 0) || (a.serial < b.serial ? -1 : 1),
  );
}

/** The database adds in any order, so the last digits of equal means differ. */
const EXACT_DIGITS = 9;
const digestOf = (figures: object): string =>
  createHash('sha256')
    .update(
      JSON.stringify(figures, (_, value: unknown) =>
        typeof value === 'number' ? Number(value.toPrecision(EXACT_DIGITS)) : value,
      ),
    )
    .digest('hex');

const figuresOf = (row: MeanRow | undefined): ReportSide['figures'] =>
  Object.fromEntries(REPORT_FIGURES.map(({ id }) => [id, row?.[id] ?? null]));

function nightsOf({ from, to }: NightSpan): string[] {
  return Array.from({ length: nightCount(from, to) }, (_, index) => daysLater(from, index));
}

/** Of all rooms, the oldest first. */
const spansOf = (means: readonly MeanRow[], by: 'night' | 'week'): Report['nights'] =>
  means
    .flatMap((row) => {
      const from = row.isNow && row.roomId === null ? row[by] : null;
      return from === null ? [] : [{ from, nights: row.nights, figures: figuresOf(row) }];
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
