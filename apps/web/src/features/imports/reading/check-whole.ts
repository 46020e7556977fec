import type { Problem } from '@yamori/domain';
import {
  GOE_MF_MEASUREMENTS,
  hasTooManyCells,
  isTable,
  isTableName,
  openArchive,
  readArchive,
  readFileContent,
  recordingSeconds,
  toImportError,
  type FileContent,
  type FileFormat,
  type GoeMfRecording,
  type Recording,
} from '@yamori/formats';
import { MAX_GAPS_LISTED, nothingFound, type Found } from './file-check.ts';
import { createFaultList } from './fault-list.ts';
import { countRows } from './fault-place.ts';
import type { HashingReader } from './file-source.ts';
import { createSignalTraces } from './signal-traces.ts';

/** The server's limit for files that must be read whole. */
export const WHOLE_FILE_BYTES = 128 * 1024 * 1024;

/** Reads tables and other formats that cannot be split. */
export async function checkWhole(
  reader: HashingReader,
  format: FileFormat,
  sampleRateHz: number | null,
): Promise<Found> {
  const { name, sizeBytes } = reader.source;
  if (sizeBytes > WHOLE_FILE_BYTES) return nothingFound(format, { code: 'import-too-large' });
  const bytes = await reader.next(sizeBytes);
  if (isTable(format) && hasTooManyCells(bytes))
    return nothingFound(format, { code: 'import-too-large' });
  const options = sampleRateHz === null ? {} : { sampleRateHz };
  const content =
    format === 'archive'
      ? await inArchive(bytes, options)
      : readFileContent({ name, bytes, ...options });
  if (content === 'manyCells') return nothingFound(format, { code: 'import-too-large' });
  switch (content.kind) {
    case 'native':
      return nothingFound('Yamori', { code: 'import-format-unknown' });
    case 'eit':
      return foundIn('Goe-MF', toEitRecording(content.eit), bytes, false, GOE_MF_MEASUREMENTS);
    case 'recording':
      return foundIn(
        format === 'archive' && content.format !== 'archive'
          ? `${content.formatName} (ZIP)`
          : content.formatName,
        content.recording,
        bytes,
        isTable(format),
        1,
      );
  }
}

/** The archive's directory limits its unpacked size; its tables have cells like any other. */
async function inArchive(
  bytes: Uint8Array,
  told: { readonly sampleRateHz?: number },
): Promise<FileContent | 'manyCells'> {
  const opened = await openArchive(bytes);
  const tables =
    opened.kind === 'files' ? [...opened.files].filter(([name]) => isTableName(name)) : [];
  return tables.some(([, own]) => hasTooManyCells(own)) ? 'manyCells' : readArchive(opened, told);
}

function foundIn(
  formatName: string,
  recording: Recording,
  bytes: Uint8Array,
  isTable: boolean,
  channels: number,
): Found {
  const faults = createFaultList();
  for (const { code, byteOffset, column, file } of recording.problems)
    faults.add(
      code,
      byteOffset,
      file !== undefined
        ? { file }
        : isTable
          ? { row: countRows(bytes, byteOffset), ...(column === undefined ? {} : { column }) }
          : {},
    );
  const traces = createSignalTraces();
  traces.add({ startSeconds: 0, streams: recording.streams, gaps: recording.gaps });
  return {
    formatName,
    serial: null,
    deviceTypeCode: null,
    start:
      recording.startedAt === null
        ? { kind: 'unknown' }
        : {
            kind: 'local',
            text: recording.isUtc === true ? `${recording.startedAt}Z` : recording.startedAt,
          },
    seconds: recordingSeconds(recording),
    streams: traces.streams().map((stream) => ({ ...stream, channels })),
    annotations: recording.annotations.length,
    gapCount: recording.gaps.length,
    gaps: recording.gaps.slice(0, MAX_GAPS_LISTED).map(({ startSeconds, endSeconds }) => ({
      fromSeconds: startSeconds,
      toSeconds: endSeconds,
    })),
    faults: faults.list(),
    problem: findProblem(recording),
  };
}

function findProblem(recording: Recording): Problem | null {
  const { streams, startedAt } = recording;
  if (streams.length === 0) return { code: toImportError(recording).code };
  if (streams.every(({ samples }) => samples.values.length === 0))
    return {
      code: recording.problems.some(({ code }) => code === 'unclosedQuote')
        ? 'import-unreadable'
        : 'import-empty',
    };
  if (streams.every(({ sampleRateHz }) => !(sampleRateHz > 0)))
    return { code: 'import-rate-missing' };
  return startedAt === null ? { code: 'import-start-missing' } : null;
}

/** Draws the mean of a frame's readings. */
function toEitRecording(eit: GoeMfRecording): Recording {
  const mean = Float32Array.from({ length: eit.frameCount }, (_, frame) => {
    let sum = 0;
    for (let index = 0; index < GOE_MF_MEASUREMENTS; index++)
      sum += eit.voltages[frame * GOE_MF_MEASUREMENTS + index] ?? Number.NaN;
    return sum / GOE_MF_MEASUREMENTS;
  });
  const streams =
    eit.frameCount === 0
      ? []
      : [
          {
            label: 'EIT',
            unit: 'V',
            sampleRateHz: eit.frameRateHz,
            samples: { kind: 'physical' as const, values: mean },
          },
        ];
  return { startedAt: null, streams, annotations: [], gaps: [], problems: eit.problems };
}
