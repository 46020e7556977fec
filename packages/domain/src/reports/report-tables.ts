import { isTechnical } from '../alarms/accident-kinds.ts';
import { ACCIDENT_KINDS, type AccidentKind } from '../collections/accident.ts';
import {
  REPORT_TABLES,
  type Report,
  type ReportFilter,
  type ReportRoom,
  type ReportSide,
  type ReportTableId,
} from '../api/reports.ts';
import type { ReportTexts } from '../locales/report-words.ts';
import { utcOffsetMs } from '../time/zone-time.ts';
import { REPORT_FIGURES, type ReportKind } from './report-figures.ts';

export type ReportCell = string | number | null;
/**
 * `head` is the heading above raw numbers, `shownHead` above formatted cells. `isBefore`: the value
 * for the previous period, of the column whose id it has as prefix.
 */
export type ReportColumn = {
  readonly id: string;
  readonly head: string;
  readonly shownHead: string;
  readonly kind: ReportKind;
  readonly isBefore: boolean;
  /** How screens format a text that files contain as ISO 8601. */
  readonly shownAs?: 'day' | 'moment';
};
export type ReportTable = {
  readonly id: ReportTableId;
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
};

const DECIMALS: Readonly<Record<ReportKind, number>> = {
  text: 0,
  minutes: 0,
  percent: 0,
  times: 1,
  count: 0,
  perMinute: 1,
};

/** Rounded for display, so that files and screens agree. */
export const roundedFigure = (kind: ReportKind, value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(DECIMALS[kind]));

/** Formats a cell: minutes as `6:12`, null as a dash. */
export function writeReportCell(kind: ReportKind, value: ReportCell): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  if (kind !== 'minutes') return value.toFixed(DECIMALS[kind]);
  const whole = Math.abs(Math.round(value));
  return `${value < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a cell for screen and paper. */
export const showReportCell = (
  { kind, shownAs }: Pick<ReportColumn, 'kind' | 'shownAs'>,
  value: ReportCell,
  words: ReportTexts,
): string =>
  shownAs === undefined || typeof value !== 'string'
    ? writeReportCell(kind, value)
    : words[shownAs](value);

/**
 * The signed change from the previous period; null if there is nothing to compare or the displayed
 * values are equal.
 */
export function writeReportChange(
  kind: ReportKind,
  now: ReportCell,
  before: ReportCell,
): string | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  const change = roundedFigure(kind, now - before) ?? 0;
  if (change === 0) return null;
  return `${change > 0 ? '+' : ''}${writeReportCell(kind, change)}`;
}

/** All tables of a report, for the screen, CSV, XLSX and PDF. */
export function reportTables(report: Report, words: ReportTexts): readonly ReportTable[] {
  const makers: Readonly<Record<ReportTableId, () => Pick<ReportTable, 'columns' | 'rows'>>> = {
    rooms: () => roomTable(report, words),
    nights: () => nightTable(report.nights, words, words.head.night),
    weeks: () => nightTable(report.weeks, words, words.head.week),
    accidents: () => accidentTable(report, words),
    devices: () => deviceTable(report, words),
  };
  return REPORT_TABLES.map((id) => ({ id, title: words.table[id], ...makers[id]() }));
}

const column = (id: string, head: string): ReportColumn => ({
  id,
  head,
  shownHead: head,
  kind: 'text',
  isBefore: false,
});
const figure = (id: string, name: string, kind: ReportKind, words: ReportTexts): ReportColumn => ({
  id,
  head: `${name}${words.unit[kind]}`,
  shownHead: `${name}${kind === 'minutes' ? words.clockUnit : words.unit[kind]}`,
  kind,
  isBefore: false,
});
/** @param isCompared whether screens show the change; files contain both values in any case */
function withBefore(
  id: string,
  name: string,
  kind: ReportKind,
  words: ReportTexts,
  isCompared = true,
): ReportColumn[] {
  const now = figure(id, name, kind, words);
  return [
    now,
    {
      ...now,
      id: isCompared ? `${id}:before` : `before:${id}`,
      head: `${now.head}${words.before}`,
      shownHead: `${now.shownHead}${words.before}`,
      isBefore: true,
    },
  ];
}

/** Counts of nights whose metrics may still change. Each has a column only if it is above zero. */
const UNSETTLED = ['pending', 'provisional'] as const;

function roomTable(report: Report, words: ReportTexts): Pick<ReportTable, 'columns' | 'rows'> {
  const showsSex = report.rooms.some(({ sex }) => sex !== null);
  const facts = (room: ReportRoom | null): ReportCell[] =>
    room === null
      ? [words.all, '', ...(showsSex ? [''] : []), '']
      : [
          room.name,
          formatPlace(room),
          ...(showsSex ? [room.sex === null ? '' : words.sex[room.sex]] : []),
          room.tags.join(words.and),
        ];
  const unsettled = UNSETTLED.flatMap((id) =>
    withBefore(id, words.head[id], 'count', words, false)
      .map((own) => ({ ...own, count: id, side: own.isBefore ? 'before' : 'now' }) as const)
      .filter(({ side }) => report.total[side][id] > 0),
  );
  const row = (room: ReportRoom | null, now: ReportSide, before: ReportSide): ReportCell[] => [
    ...facts(room),
    now.nights,
    comparedNights(before),
    ...unsettled.map(({ count, side }) => ({ now, before })[side][count]),
    ...REPORT_FIGURES.flatMap(({ id, kind }) => [
      roundedFigure(kind, now.figures[id]),
      roundedFigure(kind, before.figures[id]),
    ]),
    now.accidents,
    comparedAccidents(before),
  ];
  return {
    columns: [
      column('room', words.head.room),
      column('place', words.head.place),
      ...(showsSex ? [column('sex', words.head.sex)] : []),
      column('tags', words.head.tags),
      // The number of analysed nights is not a change of the rooms.
      ...withBefore('nights', words.head.nights, 'count', words, unsettled.length === 0),
      ...unsettled.map(({ count: _count, side: _side, ...own }) => own),
      ...REPORT_FIGURES.flatMap(({ id, kind }) => withBefore(id, words.figure[id], kind, words)),
      ...withBefore('accidents', words.head.accidents, 'count', words),
    ],
    rows: [
      row(null, report.total.now, report.total.before),
      ...report.rooms.map((room) => row(room, room.now, room.before)),
    ],
  };
}

/**
 * Null if the previous period has no records, of the room or of all rooms: then there is nothing to
 * compare.
 */
const comparedNights = ({ nights }: ReportSide): number | null => (nights === 0 ? null : nights);
export const comparedAccidents = ({ nights, accidents }: ReportSide): number | null =>
  nights === 0 && accidents === 0 ? null : accidents;

const formatPlace = ({ building, floor }: Pick<ReportRoom, 'building' | 'floor'>): string =>
  [building, floor].filter((part) => part !== '').join(' ');

const nightTable = (
  spans: Report['nights'],
  words: ReportTexts,
  head: string,
): Pick<ReportTable, 'columns' | 'rows'> => ({
  columns: [
    { ...column('from', head), shownAs: 'day' },
    figure('nights', words.head.results, 'count', words),
    ...REPORT_FIGURES.map(({ id, kind }) => figure(id, words.figure[id], kind, words)),
  ],
  rows: spans.map((one) => [
    one.from,
    one.nights,
    ...REPORT_FIGURES.map(({ id, kind }) => roundedFigure(kind, one.figures[id])),
  ]),
});

/** Totals by kind, then room by room. */
function accidentTable(report: Report, words: ReportTexts): Pick<ReportTable, 'columns' | 'rows'> {
  const sumByKind = (kind: AccidentKind, side: 'now' | 'before'): number =>
    report.accidents.reduce((sum, one) => sum + (one.kind === kind ? one[side] : 0), 0);
  const kinds = ACCIDENT_KINDS.filter((kind) => report.accidents.some((one) => one.kind === kind));
  const ofRoom = Map.groupBy(report.accidents, ({ roomId }) => roomId);
  const row = (name: string, kind: AccidentKind, now: number, before: number): ReportCell[] => [
    name,
    words.kind[kind],
    isTechnical(kind) ? words.technical : words.ofPerson,
    now,
    before,
  ];
  return {
    columns: [
      column('room', words.head.room),
      column('kind', words.head.kind),
      column('group', words.head.group),
      ...withBefore('count', words.head.accidents, 'count', words),
    ],
    rows: [
      ...kinds.map((kind) =>
        row(words.all, kind, sumByKind(kind, 'now'), sumByKind(kind, 'before')),
      ),
      ...report.rooms.flatMap((room) =>
        kinds.flatMap((kind) =>
          (ofRoom.get(room.roomId) ?? [])
            .filter((one) => one.kind === kind)
            .map((one) => row(room.name, kind, one.now, one.before)),
        ),
      ),
    ],
  };
}

function deviceTable(report: Report, words: ReportTexts): Pick<ReportTable, 'columns' | 'rows'> {
  const roomNames = new Map(report.rooms.map(({ roomId, name }) => [roomId, name]));
  return {
    columns: [
      column('room', words.head.room),
      column('serial', words.head.serial),
      column('type', words.head.type),
      column('state', words.head.state),
      { ...column('lastSeen', words.head.lastSeen), shownAs: 'moment' },
      figure('battery', words.head.battery, 'percent', words),
    ],
    rows: report.devices.map((device) => [
      roomNames.get(device.roomId) ?? '',
      device.serial,
      device.typeName,
      words.device[device.state],
      localMinute(device.lastHeardAt, report.timeZone),
      roundedFigure('percent', device.batteryPercent),
    ]),
  };
}

/** Local time of the organisation, as `2026-11-22 08:15`. */
export function localMinute(at: string | null, timeZone: string): string | null {
  if (at === null) return null;
  const ms = Date.parse(at);
  return new Date(ms + utcOffsetMs(ms, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** Scope of the report as labelled lines. */
export const reportFacts = (
  report: Report,
  filter: ReportFilter,
  words: ReportTexts,
): readonly (readonly [label: string, value: string])[] => [
  [words.fact.organisation, report.domainName],
  [words.fact.period, words.span(report.period.from, report.period.to)],
  [words.fact.before, words.span(report.before.from, report.before.to)],
  [words.fact.rooms, words.rooms(report.rooms.length)],
  ...(filter.sexes.length === 0
    ? []
    : [[words.fact.sex, filter.sexes.map((sex) => words.sex[sex]).join(words.and)] as const]),
  ...(filter.tags.length === 0 ? [] : [[words.fact.tags, filter.tags.join(words.and)] as const]),
  [words.fact.madeAt, words.moment(localMinute(report.madeAt, report.timeZone) ?? '')],
  ...(report.total.now.pending + report.total.before.pending === 0
    ? []
    : [
        [
          words.fact.pending,
          words.pending(
            report.total.now.pending,
            report.total.before.pending,
            report.analysisMinutes,
          ),
        ] as const,
      ]),
  ...(report.total.now.provisional === 0
    ? []
    : [
        [
          words.fact.provisional,
          words.provisional(report.total.now.provisional, awaitedDevices(report, words)),
        ] as const,
      ]),
];

const MAX_AWAITED_NAMED = 5;

function awaitedDevices({ awaited, rooms, timeZone }: Report, words: ReportTexts): string {
  const roomNames = new Map(rooms.map(({ roomId, name }) => [roomId, name]));
  const named = awaited.slice(0, MAX_AWAITED_NAMED).map(({ roomId, serial, since }) => {
    const minute = localMinute(since, timeZone);
    return words.awaited(
      roomNames.get(roomId) ?? '',
      serial,
      minute === null ? null : words.moment(minute),
    );
  });
  const more = awaited.length - named.length;
  return [...named, ...(more > 0 ? [words.moreDevices(more)] : [])].join(words.and);
}
