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
 * Nights that the board shows for each room: the newest may still be running, so the one before as
 * well.
 */
export const BOARD_NIGHTS = 2;

export const FIGURES_MOST_ROOMS = 100;
const FIGURES_MOST_NIGHTS = 93;

const DAY_MS = 86_400_000;
/** Local dates on which nights begin, both included; or the newest of each room. */
const nights = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('between'), from: z.iso.date(), to: z.iso.date() })
    .refine(
      ({ from, to }) =>
        from <= to && Date.parse(to) - Date.parse(from) < FIGURES_MOST_NIGHTS * DAY_MS,
    ),
  z.strictObject({ kind: z.literal('newest'), count: z.int().min(1).max(FIGURES_MOST_NIGHTS) }),
]);

const call = z.strictObject({
  roomIds: z.array(pathId).min(1).max(FIGURES_MOST_ROOMS),
  nights,
  /** Names of metrics (`TST`), and `light`, `deep`, `rem` for minutes of a stage. */
  figures: z.array(z.string().min(1).max(40)).max(60),
  /** Least and most as well, of each figure that is not certain. */
  bounds: z.boolean().default(false),
  /** The stages from beginning to end as well: `readCourse`. */
  course: z.boolean().default(false),
});
export type NightFiguresCall = z.input<typeof call>;

const figuresOfNight = z.strictObject({
  night: z.iso.date(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  state: z.enum(SLEEP_RESULT_STATES),
  /** Number of the result; 0 before the first. */
  version: z.int().min(0),
  /** Null: the night says nothing of it, as one that a table brought. */
  quality: z.enum(NIGHT_QUALITIES).nullable(),
  /** Share of the time in bed that is known. */
  coverage: z.number().min(0).max(1).nullable(),
  /** Whether corrections of staff are in the figures. */
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
export type FiguresOfNight = z.infer<typeof figuresOfNight>;

/** Newest night first. */
const figuresOfRoom = z.strictObject({ roomId: z.string(), nights: z.array(figuresOfNight) });
export type FiguresOfRoom = z.infer<typeof figuresOfRoom>;

/**
 * Figures of many nights at a time, without their epochs and trends: what lists read. Corrections
 * of staff are counted in. Rooms that the reader does not see, and rooms without nights, are left
 * out.
 */
export const nightFigureApi = {
  read: endpoint({
    method: 'POST',
    path: '/api/nights/figures',
    summary: 'Read figures of many nights',
    caller: 'member',
    body: call,
    reply: z.strictObject({ rooms: z.array(figuresOfRoom) }),
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
const STAGE_OF = new Map(SLEEP_STAGES.map((stage) => [LETTERS[stage], stage]));

/** Epochs in a row of one stage, `from` the beginning of the night. */
export type CourseRun = {
  readonly stage: SleepStage;
  readonly from: number;
  readonly length: number;
};

/** Equal neighbours together. */
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
export const writeCourse = (stages: readonly SleepStage[]): string =>
  toCourse(stages)
    .map(({ stage, length }) => `${LETTERS[stage]}${length}`)
    .join('');

/** Skips everything that does not have this form. */
export function readCourse(course: string): CourseRun[] {
  let from = 0;
  return [...course.matchAll(/([A-Za-z])(\d{1,5})/g)].flatMap(
    ([, letter = '', digits = '']): CourseRun[] => {
      const stage = STAGE_OF.get(letter);
      if (stage === undefined) return [];
      const run = { stage, from, length: Number(digits) };
      from += run.length;
      return [run];
    },
  );
}
