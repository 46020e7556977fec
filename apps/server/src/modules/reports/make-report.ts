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
 * Builds a report. The database aggregates the nights from their stored figures (decision 034); no
 * night document is read.
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
  const coursesByRoom = new Map(courses.map(({ roomId, course }) => [roomId, course]));
  const nights = listNights(scope.period);
  const side = (roomId: string | null, isNow: boolean): ReportSide => {
    const found = means.find(
      (row) =>
        row.roomId === roomId && row.isNow === isNow && row.night === null && row.week === null,
    );
    const counted = accidents.filter(
      (one) => (roomId === null || one.roomId === roomId) && !isTechnical(one.kind),
    );
    const sumNights = (all: readonly RoomCount[]): number =>
      all
        .filter((one) => (roomId === null || one.roomId === roomId) && one.isNow === isNow)
        .reduce((sum, one) => sum + one.nights, 0);
    return {
      nights: found?.nights ?? 0,
      pending: sumNights(pending),
      provisional: sumNights(provisional),
      figures: toFigures(found),
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
      sex: scope.showsSex ? room.sex : null,
      ...sides(room.roomId),
      course: nights.map((night) => coursesByRoom.get(room.roomId)?.[night] ?? null),
    })),
    total: sides(null),
    nights: toSpans(means, 'night'),
    weeks: toSpans(means, 'week'),
    awaited: listAwaitedDevices(
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
    digest: computeDigest(figures),
  };
}

type RoomCount = { readonly roomId: string; readonly isNow: boolean; readonly nights: number };

/** Lists each awaited device once, with its newest record, in the order of the rooms. */
function listAwaitedDevices(
  provisional: readonly ProvisionalNights[],
  roomIds: readonly string[],
): Report['awaited'] {
  const indexByRoom = new Map(roomIds.map((roomId, index) => [roomId, index]));
  const newest = new Map<string, Report['awaited'][number]>();
  for (const { roomId, devices } of provisional)
    for (const { serial, since } of devices) {
      const key = `${roomId}/${serial}`;
      if ((newest.get(key)?.since ?? '') <= (since ?? ''))
        newest.set(key, { roomId, serial, since });
    }
  return [...newest.values()].toSorted(
    (a, b) =>
      (indexByRoom.get(a.roomId) ?? 0) - (indexByRoom.get(b.roomId) ?? 0) ||
      (a.serial < b.serial ? -1 : 1),
  );
}

/** The database adds in any order, so equal means differ in their last digits. */
const EXACT_DIGITS = 9;
const computeDigest = (figures: object): string =>
  createHash('sha256')
    .update(
      JSON.stringify(figures, (_, value: unknown) =>
        typeof value === 'number' ? Number(value.toPrecision(EXACT_DIGITS)) : value,
      ),
    )
    .digest('hex');

const toFigures = (row: MeanRow | undefined): ReportSide['figures'] =>
  Object.fromEntries(REPORT_FIGURES.map(({ id }) => [id, row?.[id] ?? null]));

function listNights({ from, to }: NightSpan): string[] {
  return Array.from({ length: nightCount(from, to) }, (_, index) => daysLater(from, index));
}

/** Returns the figures of all rooms together by night or week, oldest first. */
const toSpans = (means: readonly MeanRow[], by: 'night' | 'week'): Report['nights'] =>
  means
    .flatMap((row) => {
      const from = row.isNow && row.roomId === null ? row[by] : null;
      return from === null ? [] : [{ from, nights: row.nights, figures: toFigures(row) }];
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
