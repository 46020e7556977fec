import {
  accidentCollection,
  type DocumentData,
  type DocumentMap,
  encodeValue,
} from '@yamori/domain';
import type { RecordingAnnotation } from '@yamori/formats';
import { NOT_MEASURED } from '@yamori/frames';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { ExportContext, ExportTask } from './export-context.ts';
import { readNights, type ExportedNight } from './exported-nights-store.ts';
import { readWindows } from './read-windows.ts';
import { readNotes } from './room-notes.ts';
import { stageRuns } from './shown-epochs.ts';

/** An event on the timeline. */
type Happening = {
  readonly atUs: number;
  readonly durationUs: number | null;
  readonly text: string;
};

/** Annotations are held in memory; the last one states how many are left out. */
const MAX_HAPPENINGS = 50_000;

/** Reads accidents, notes, results of nights and events of streams, by time. */
export async function readHappenings(
  context: ExportContext,
  task: ExportTask,
): Promise<Happening[]> {
  const nights = await readNights(context.store, task);
  const all = [
    ...subjectNotes(task),
    ...(await readAccidents(context.store, task)),
    ...(await readNotes(context.store, task)).map(toNoteHappening),
    ...nights.flatMap(nightEvents),
    ...nights.flatMap((night) => stageHappenings(night, task)),
    ...(await readStreamEvents(context, task)),
  ]
    .filter(({ atUs }) => atUs >= task.fromUs && atUs < task.toUs)
    .toSorted((one, other) => one.atUs - other.atUs);
  if (all.length <= MAX_HAPPENINGS) return all;
  const kept = all.slice(0, MAX_HAPPENINGS);
  return [
    ...kept,
    {
      atUs: kept.at(-1)?.atUs ?? task.fromUs,
      durationUs: null,
      text: `${all.length - MAX_HAPPENINGS} more are left out`,
    },
  ];
}

/** Converts events to annotations with times relative to the start of the file. */
export const annotationsFrom = (
  happenings: readonly Happening[],
  startUs: number,
): RecordingAnnotation[] =>
  happenings.map(({ atUs, durationUs, text }) => ({
    onsetSeconds: (atUs - startUs) / 1e6,
    durationSeconds: durationUs === null ? null : durationUs / 1e6,
    text,
  }));

/** An EDF header is ASCII, so a Japanese alias needs an annotation. */
function subjectNotes({ subject, fromUs }: ExportTask): Happening[] {
  if (subject.person === null) return [];
  const { alias, sex, birthYear } = subject.person;
  return [
    {
      atUs: fromUs,
      durationUs: null,
      text: `Occupant: ${[alias, sex, birthYear === null ? '' : `born ${birthYear}`].filter((part) => part !== '').join(', ')}`,
    },
  ];
}

export const stageHappenings = (
  night: ExportedNight,
  { fromUs, toUs }: Pick<ExportTask, 'fromUs' | 'toUs'>,
): Happening[] =>
  stageRuns(night, fromUs, toUs).map((run) => ({
    atUs: run.fromUs,
    durationUs: run.toUs - run.fromUs,
    text: STAGE_TEXTS[run.stage],
  }));

/**
 * Names of EDF+ where it has one. `light` covers N1 and N2; `asleep` covers stages that the
 * analysis cannot distinguish.
 */
const STAGE_TEXTS = {
  wake: 'Sleep stage W',
  light: 'Sleep stage light',
  deep: 'Sleep stage N3',
  rem: 'Sleep stage R',
  asleep: 'Sleep stage asleep',
  missing: 'Sleep stage ?',
} as const;

const nightEvents = ({ fields }: ExportedNight): Happening[] =>
  fields.events.map((event) => ({
    atUs: event.from.getTime() * 1000,
    durationUs: event.to === null ? null : (event.to.getTime() - event.from.getTime()) * 1000,
    text: `Event: ${event.kind}`,
  }));

const toNoteHappening = ({ from, to, text }: DocumentData<'note'>): Happening => ({
  atUs: from.getTime() * 1000,
  durationUs: to === null ? null : (to.getTime() - from.getTime()) * 1000,
  text: `Note: ${text}`,
});

const MAX_ACCIDENTS = 10_000;

async function readAccidents(
  store: DocumentStore,
  { roomId, fromUs, toUs, subject }: ExportTask,
): Promise<Happening[]> {
  const at = (us: number): ReturnType<typeof encodeValue> =>
    encodeValue(new Date(Math.ceil(us / 1000)));
  const found = await store.list({
    collection: `room/${roomId}/accident`,
    group: false,
    offset: 0,
    limit: MAX_ACCIDENTS,
    orderBy: [{ field: ['raisedAt'], direction: 'asc' }],
    filters: [
      { field: ['raisedAt'], op: '>=', value: at(fromUs) },
      { field: ['raisedAt'], op: '<', value: at(toUs) },
    ],
  });
  return found
    .filter(({ bare }) => !bare)
    .map(({ data }) => accidentHappening(data, subject.person !== null));
}

function accidentHappening(data: DocumentMap, withNotes: boolean): Happening {
  const { kind, severity, state, raisedAt, resolvedAt, outcome, note } =
    accidentCollection.schema.parse(data);
  const words = [
    `Accident: ${kind}`,
    severity,
    outcome ?? state,
    ...(withNotes && note !== '' ? [note] : []),
  ];
  return {
    atUs: raisedAt.getTime() * 1000,
    durationUs:
      resolvedAt === null ? null : Math.max(0, resolvedAt.getTime() - raisedAt.getTime()) * 1000,
    text: words.join(', '),
  };
}

const EVENT_WINDOW_US = 6 * 3600 * 1e6;

/** Streams without a rate: presses of a button. */
async function readStreamEvents(
  { timeline }: ExportContext,
  { streams, fromUs, toUs, signal }: ExportTask,
): Promise<Happening[]> {
  const eventful = streams.filter(({ stream }) => stream.sampleRateHz === 0);
  const found: Happening[] = [];
  for await (const { runs } of readWindows(
    timeline,
    eventful,
    { fromUs, toUs, windowUs: EVENT_WINDOW_US },
    signal,
  )) {
    runs.forEach((some, index) => {
      const kind = eventful[index]?.stream.kind ?? '';
      for (const { firstSampleTimeUs, channels } of some) {
        for (const value of channels[0] ?? [])
          if (value !== NOT_MEASURED && found.length <= MAX_HAPPENINGS)
            found.push({ atUs: firstSampleTimeUs, durationUs: null, text: `${kind}: ${value}` });
      }
    });
  }
  return found;
}
