import { z } from 'zod';
import { isAccessLevel } from '../access/access-level.ts';
import {
  DEVICE_CONNECTIONS,
  deviceCollection,
  deviceTypeCollection,
} from '../collections/device.ts';
import { roomCollection } from '../collections/room.ts';
import { sleepCollection } from '../collections/sleep.ts';
import { emailAddress, personKana, personName } from '../validation/person.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { lineFault } from '../validation/one-line.ts';
import { checkBySchema } from '../validation/schema-check.ts';
import { readCell } from './csv-cells.ts';
import {
  CSV_FIELDS,
  CSV_KEYS,
  CSV_NIGHT_METRICS,
  type CsvFieldName,
  type CsvKind,
} from './csv-kinds.ts';

const room = roomCollection.schema.shape;
const occupant = room.occupant.unwrap().unwrap().shape;
const device = deviceCollection.schema.shape;
const localMoment = z.iso.datetime({ local: true, offset: true });
const minutes = z.number().min(0).max(2880).optional();
const count = z.int().min(0).max(500).optional();

/**
 * The schema of a line of each kind, with the limits of the documents it becomes. An omitted field
 * keeps its stored value.
 */
const CSV_ROWS = {
  room: z.strictObject({
    name: room.name,
    building: room.building.unwrap().optional(),
    floor: room.floor.unwrap().optional(),
    tags: room.tags.unwrap().optional(),
    capacity: room.capacity.unwrap().optional(),
    occupantAlias: occupant.alias.optional(),
    occupantSex: occupant.sex.optional(),
    occupantBirthYear: occupant.birthYear.unwrap().optional(),
    occupantNote: occupant.note.optional(),
  }),
  device: z.strictObject({
    serial: device.serial,
    typeCode: deviceTypeCollection.schema.shape.code,
    deviceName: device.name.unwrap().optional(),
    roomName: room.name.optional(),
    connection: z.enum(DEVICE_CONNECTIONS).optional(),
    firmware: device.firmware.unwrap().optional(),
    note: device.note.unwrap().optional(),
  }),
  staff: z.strictObject({
    staffName: personName,
    nameKana: personKana.optional(),
    email: emailAddress,
    accessLevel: z.int().refine(isAccessLevel),
  }),
  night: z.strictObject({
    roomName: room.name,
    night: sleepCollection.schema.shape.night,
    from: localMoment,
    to: localMoment,
    TIB: minutes,
    TST: minutes,
    SE: z.number().min(0).max(100).optional(),
    SOL: minutes,
    WASO: minutes,
    awakenings: count,
    outOfBedCount: count,
    heartRateMean: z.number().min(10).max(300).optional(),
    respirationRateMean: z.number().min(1).max(100).optional(),
  }),
  minute: z.strictObject({
    roomName: room.name,
    time: localMoment,
    heartRate: z.number().min(10).max(300).optional(),
    respirationRate: z.number().min(1).max(100).optional(),
    activity: z.number().min(0).max(1e6).optional(),
    temperature: z.number().min(-20).max(60).optional(),
  }),
} as const satisfies Record<CsvKind, z.ZodType>;
export type CsvRowData<Kind extends CsvKind> = z.infer<(typeof CSV_ROWS)[Kind]>;

/** Cells of a line by field. An empty cell counts as absent. */
export type CsvCells = { readonly [Name in CsvFieldName]?: string | undefined };
type CsvReading<Kind extends CsvKind> =
  | {
      readonly ok: true;
      readonly row: CsvRowData<Kind>;
      /** Equal for two lines with the same subject. */
      readonly key: string;
    }
  | { readonly ok: false; readonly issues: readonly ProblemIssue[] };

/**
 * Parses a line: cells to values, then values by the schema. The browser shows the result; the
 * server decides by it.
 */
export function readCsvRow<Kind extends CsvKind>(kind: Kind, cells: CsvCells): CsvReading<Kind> {
  const given = Object.fromEntries(
    CSV_FIELDS[kind].flatMap(({ name, form }) => {
      const text = cells[name]?.trim() ?? '';
      return text === '' ? [] : [[name, readCell(text, form)]];
    }),
  );
  const whole = kind === 'night' ? withNightDates(given) : given;
  // The schema of a kind gives its rows; TypeScript cannot index a table by a type parameter.
  const checked = checkBySchema(CSV_ROWS[kind] as unknown as z.ZodType<CsvRowData<Kind>>, whole);
  if (!checked.ok)
    return {
      ok: false,
      issues: kind === 'night' ? withoutUndated(checked.issues, given) : checked.issues,
    };
  const issues = [...brokenLines(kind, given), ...contradictions(kind, whole)];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, row: checked.value, key: getKey(kind, whole) };
}

/** Ignores the case of e-mail addresses and the width of characters. */
function getKey(kind: CsvKind, given: Given): string {
  const key = CSV_KEYS[kind]
    .map((name) => (typeof given[name] === 'string' ? given[name].normalize('NFKC') : ''))
    .join('\n');
  return kind === 'staff' ? key.toLowerCase() : key;
}

type Given = Readonly<Record<string, unknown>>;
const CLOCK = /^\d{2}:\d{2}:\d{2}$/;

/** Dates a bare time of day: from noon on it is on the night's date, before noon on the next. */
function withNightDates(given: Given): Given {
  const { night } = given;
  const dated = (value: unknown): unknown => {
    if (typeof night !== 'string' || typeof value !== 'string' || !CLOCK.test(value)) return value;
    const at = new Date(`${night}T00:00:00Z`);
    if (Number.isNaN(at.getTime())) return value;
    return `${value < '12:00:00' ? new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10) : night}T${value}`;
  };
  return {
    ...given,
    ...('from' in given ? { from: dated(given['from']) } : {}),
    ...('to' in given ? { to: dated(given['to']) } : {}),
  };
}

/** Drops issues of undated times if the night itself is invalid. */
const withoutUndated = (issues: readonly ProblemIssue[], given: Given): readonly ProblemIssue[] =>
  issues.some(({ field }) => field === 'night')
    ? issues.filter(
        ({ field }) =>
          !(
            ['from', 'to'].includes(field) &&
            typeof given[field] === 'string' &&
            CLOCK.test(given[field])
          ),
      )
    : issues;

const NOTES: readonly CsvFieldName[] = ['note', 'occupantNote'];
/**
 * Only notes may contain line breaks: a name with one would display and match as a different name.
 */
const brokenLines = (kind: CsvKind, given: Given): ProblemIssue[] =>
  CSV_FIELDS[kind]
    .filter(({ name }) => !NOTES.includes(name))
    .flatMap(({ name }) => {
      const code = [given[name]]
        .flat()
        .map((value) => (typeof value === 'string' ? lineFault(value) : null))
        .find((fault) => fault !== null);
      return code === undefined ? [] : [{ field: name, code }];
    });

/** Checks values that are valid alone but not together. */
function contradictions(kind: CsvKind, given: Given): ProblemIssue[] {
  if (kind === 'minute')
    return ['heartRate', 'respirationRate', 'activity', 'temperature'].some(
      (name) => given[name] !== undefined,
    )
      ? []
      : [{ field: 'heartRate', code: 'value-required' }];
  if (kind !== 'night') return [];
  const from = toWallClockMs(given['from']);
  const to = toWallClockMs(given['to']);
  if (!(to > from) || to - from > 2 * 86_400_000) return [{ field: 'to', code: 'value-wrong' }];
  // More sleep than time means that a column was mapped wrongly.
  const longest = (to - from) / 60_000;
  const over = CSV_NIGHT_METRICS.find(
    (name) =>
      ['TIB', 'TST', 'SOL', 'WASO'].includes(name) && Number(given[name] ?? 0) > longest + 1,
  );
  return over === undefined
    ? []
    : [{ field: over, code: 'number-at-most', details: { limit: Math.round(longest) } }];
}

const toWallClockMs = (value: unknown): number =>
  typeof value === 'string'
    ? Date.parse(/Z$|[-+]\d{2}:\d{2}$/.test(value) ? value : `${value}Z`)
    : Number.NaN;
