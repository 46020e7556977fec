import { type DocumentData, EPOCH_SECONDS, ProblemError } from '@yamori/domain';
import { writeEdf } from '@yamori/formats';
import { csvBytes, csvRow } from './csv-text.ts';
import { edfSubject } from './edf-subject.ts';
import type { ExportedFile, ExportContext, ExportTask } from './export-context.ts';
import { createLocalText, type LocalText } from './local-text.ts';
import { type ExportedNight, readNights } from './exported-nights-store.ts';
import { readNotes } from './room-notes.ts';
import { annotationsFrom, stageHappenings } from './room-annotations.ts';
import { shownEpochs } from './shown-epochs.ts';

const EPOCH_NAMES = [
  'time',
  'night',
  'epoch',
  'stage',
  'computed stage',
  'corrected',
  'probability of sleep',
  'presence',
  'heart rate [/min]',
  'respiration rate [/min]',
  'movement [mg]',
  'temperature [°C]',
  'posture',
];

/**
 * Exports one row for each epoch of the nights in the range, with corrections by staff.
 */
export async function exportEpochs(
  context: ExportContext,
  task: ExportTask,
): Promise<ExportedFile> {
  const nights = await readExportedNights(context, task);
  const text = createLocalText(task.timeZone);
  // Only exports with names have a column of notes.
  const notes = task.subject.person === null ? null : await readNotes(context.store, task);
  async function* rows(): AsyncGenerator<string> {
    for (const night of nights) for (const row of epochRows(night, task, text, notes)) yield row;
  }
  return {
    totalBytes: null,
    bytes: csvBytes(notes === null ? EPOCH_NAMES : [...EPOCH_NAMES, 'notes'], rows()),
  };
}

async function readExportedNights(
  { store }: ExportContext,
  task: ExportTask,
): Promise<ExportedNight[]> {
  const nights = (await readNights(store, task)).filter(
    (night) => shownEpochs(night, task.fromUs, task.toUs).length > 0,
  );
  if (nights.length === 0) throw new ProblemError('export-empty');
  return nights;
}

function epochRows(
  night: ExportedNight,
  { fromUs, toUs }: ExportTask,
  text: LocalText,
  notes: readonly DocumentData<'note'>[] | null,
): string[] {
  const startUs = night.fields.from.getTime() * 1000;
  const { trends } = night.fields;
  const notesAt = Map.groupBy(notes ?? [], ({ from }) =>
    Math.floor((from.getTime() * 1000 - startUs) / (EPOCH_SECONDS * 1e6)),
  );
  const postures =
    trends?.posture.flatMap(({ posture, minutes }) =>
      Array.from({ length: minutes }, () => posture),
    ) ?? [];
  return shownEpochs(night, fromUs, toUs).map((epoch) => {
    const minute = Math.floor((epoch.fromUs - startUs) / 60e6);
    const number = Math.round((epoch.fromUs - startUs) / (EPOCH_SECONDS * 1e6));
    return csvRow([
      // A time begins with a digit, so it is not a formula.
      text.zoned(epoch.fromUs),
      night.night,
      number,
      epoch.stage,
      epoch.computedStage,
      epoch.isCorrected ? 1 : 0,
      epoch.probabilityOfSleep,
      epoch.presence,
      trends?.heartRate[minute] ?? null,
      trends?.respirationRate[minute] ?? null,
      trends?.movement[minute] ?? null,
      trends?.temperature[minute] ?? null,
      postures[minute] ?? null,
      ...(notes === null ? [] : [noteText(notesAt.get(number) ?? [], text)]),
    ]);
  });
}

/** Joins the notes of an epoch, with the end of notes about an interval. */
const noteText = (notes: readonly DocumentData<'note'>[], text: LocalText): string =>
  notes
    .map((note) =>
      note.to === null ? note.text : `${note.text} (until ${text.zoned(note.to.getTime() * 1000)})`,
    )
    .join(' / ');

/**
 * Exports the sleep stages as annotations of an EDF+ file without signals.
 */
export async function exportHypnogram(
  context: ExportContext,
  task: ExportTask,
): Promise<ExportedFile> {
  const happenings = (await readExportedNights(context, task)).flatMap((night) =>
    stageHappenings(night, task),
  );
  const startUs = happenings[0]?.atUs ?? task.fromUs;
  const written = writeEdf({
    startedAt: createLocalText(task.timeZone).plain(startUs),
    streams: [],
    annotations: annotationsFrom(happenings, startUs),
    ...edfSubject(task, startUs),
  });
  if (written.kind === 'refused')
    throw new ProblemError('export-empty', { details: { reason: written.problem.code } });
  const { bytes } = written;
  return {
    totalBytes: bytes.length,
    bytes: (async function* whole() {
      yield bytes;
    })(),
  };
}
