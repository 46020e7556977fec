import { z } from 'zod';
import {
  NIGHT_QUALITIES,
  SLEEP_RESULT_STATES,
  SLEEP_STAGES,
  type SleepStage,
} from '../collections/sleep.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

/**
 * Nights that the board shows for each room: the newest may still be running, so the previous one
 * too.
 */
export const BOARD_NIGHTS = 2;

export const MAX_FIGURE_ROOMS = 100;
const MAX_FIGURE_NIGHTS = 93;

const DAY_MS = 86_400_000;
/** Local dates on which nights begin, both included; or the newest of each room. */
const nights = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('between'), from: z.iso.date(), to: z.iso.date() })
    .refine(
      ({ from, to }) =>
        from <= to && Date.parse(to) - Date.parse(from) < MAX_FIGURE_NIGHTS * DAY_MS,
    ),
  z.strictObject({ kind: z.literal('newest'), count: z.int().min(1).max(MAX_FIGURE_NIGHTS) }),
]);

const call = z.strictObject({
  roomIds: z.array(pathId).min(1).max(MAX_FIGURE_ROOMS),
  nights,
  /** Names of metrics (`TST`), and `light`, `deep`, `rem` for minutes of a stage. */
  figures: z.array(z.string().min(1).max(40)).max(60),
  /** Whether to include the range of each uncertain figure. */
  bounds: z.boolean().default(false),
  /** Whether to include the stages of the night; read them with `parseCourse`. */
  course: z.boolean().default(false),
});
export type NightFiguresCall = z.input<typeof call>;

const nightFigures = z.strictObject({
  night: z.iso.date(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  state: z.enum(SLEEP_RESULT_STATES),
  /** Number of the result; 0 before the first. */
  version: z.int().min(0),
  /** Null if unknown, for example for a night imported from a table. */
  quality: z.enum(NIGHT_QUALITIES).nullable(),
  /** Share of the time in bed that is known. */
  coverage: z.number().min(0).max(1).nullable(),
  /** Whether the figures include corrections by staff. */
  isCorrected: z.boolean(),
  /**
   * Devices that have not delivered all their records of the night: the result is provisional.
   * `since`: time of the newest record, null for a device that never sent any.
   */
  awaited: z
    .array(z.strictObject({ serial: z.string(), since: z.iso.datetime().nullable() }))
    .readonly(),
  figures: z.record(z.string(), z.number().nullable()),
  bounds: z.record(z.string(), z.strictObject({ least: z.number(), most: z.number() })).optional(),
  course: z.string().optional(),
});
export type NightFigures = z.infer<typeof nightFigures>;

/** Newest night first. */
const roomNightFigures = z.strictObject({ roomId: z.string(), nights: z.array(nightFigures) });
export type RoomNightFigures = z.infer<typeof roomNightFigures>;

/**
 * Figures of many nights, for lists: without epochs and trends, including corrections by staff.
 * Omits rooms without nights and rooms that the caller cannot see.
 */
export const nightFigureApi = {
  read: endpoint({
    method: 'POST',
    path: '/api/nights/figures',
    summary: 'Read the figures of several nights',
    caller: 'member',
    body: call,
    reply: z.strictObject({ rooms: z.array(roomNightFigures) }),
    problems: [],
  }),
};

const LETTERS: Readonly<Record<SleepStage, string>> = {
  wake: 'W',
  light: 'L',
  deep: 'D',
  rem: 'R',
  asleep: 'S',
  missing: 'm',
};
const STAGE_BY_LETTER = new Map(SLEEP_STAGES.map((stage) => [LETTERS[stage], stage]));

/** Consecutive epochs of one stage; `from` counts epochs from the start of the night. */
export type CourseRun = {
  readonly stage: SleepStage;
  readonly from: number;
  readonly length: number;
};

/** Run-length encoding of the stages. */
export function toCourse(stages: readonly SleepStage[]): CourseRun[] {
  const runs: { stage: SleepStage; from: number; length: number }[] = [];
  stages.forEach((stage, epoch) => {
    const run = runs.at(-1);
    if (run?.stage === stage) run.length += 1;
    else runs.push({ stage, from: epoch, length: 1 });
  });
  return runs;
}

/** The stages of a night as text: `m900W12L40`. */
export const formatCourse = (stages: readonly SleepStage[]): string =>
  toCourse(stages)
    .map(({ stage, length }) => `${LETTERS[stage]}${length}`)
    .join('');

/** Inverse of `formatCourse`. Skips malformed parts. */
export function parseCourse(course: string): CourseRun[] {
  let from = 0;
  return [...course.matchAll(/([A-Za-z])(\d{1,5})/g)].flatMap(
    ([, letter = '', digits = '']): CourseRun[] => {
      const stage = STAGE_BY_LETTER.get(letter);
      if (stage === undefined) return [];
      const run = { stage, from, length: Number(digits) };
      from += run.length;
      return [run];
    },
  );
}
