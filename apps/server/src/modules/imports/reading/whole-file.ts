import { ProblemError, type ImportSettings } from '@yamori/domain';
import {
  GOE_MF_MEASUREMENTS,
  hasTooManyCells,
  isTable,
  isTableName,
  MAX_TABLE_CELLS,
  openArchive,
  readArchive,
  readFileContent,
  toImportError,
  type FileContent,
  type FileFormat,
  type GoeMfRecording,
  type Recording,
  type RecordingStream,
} from '@yamori/formats';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';

/** Reads files of formats that have to be read whole. */
export async function openWhole(
  original: Original,
  format: FileFormat,
  settings: ImportSettings,
  maxBytes: number,
): Promise<SampleSource> {
  if (original.sizeBytes > maxBytes)
    throw new ProblemError('import-too-large', { details: { limit: maxBytes } });
  const bytes = await original.read(0, original.sizeBytes);
  if (isTable(format)) checkCellCount(bytes);
  const options =
    settings.sampleRateHz === undefined ? {} : { sampleRateHz: settings.sampleRateHz };
  const content =
    format === 'archive'
      ? await readFromArchive(bytes, options)
      : readFileContent({ name: original.fileName, bytes, ...options });
  switch (content.kind) {
    case 'recording':
      return toSource(content.format, content.recording, null);
    case 'eit':
      return toEitSource(content.eit);
    case 'native':
      throw new ProblemError('import-format-unknown');
  }
}

/**
 * The directory of an archive limits its unpacked size. Its tables have a cell limit like any
 * other.
 */
async function readFromArchive(
  bytes: Uint8Array,
  options: { readonly sampleRateHz?: number },
): Promise<FileContent> {
  const opened = await openArchive(bytes);
  if (opened.kind === 'files')
    for (const [name, content] of opened.files) if (isTableName(name)) checkCellCount(content);
  return readArchive(opened, options);
}

function checkCellCount(bytes: Uint8Array): void {
  if (hasTooManyCells(bytes))
    throw new ProblemError('import-too-large', {
      details: { limit: MAX_TABLE_CELLS, unit: 'cells' },
    });
}

function toSource(
  format: string,
  recording: Recording,
  groups: SampleSource['groups'],
): SampleSource {
  const { streams, problems } = recording;
  if (streams.length === 0) {
    const { code, problem } = toImportError(recording);
    throw new ProblemError(code, {
      details: {
        reason: problem?.code ?? 'noSignals',
        byteOffset: problem?.byteOffset ?? 0,
        ...(problem?.file === undefined ? {} : { file: problem.file }),
      },
    });
  }
  if (streams.every(({ sampleRateHz }) => !(sampleRateHz > 0)))
    throw new ProblemError('import-rate-missing');
  return {
    format,
    startedAt:
      recording.startedAt === null || recording.isUtc !== true
        ? recording.startedAt
        : `${recording.startedAt}Z`,
    groups,
    async *parts(): AsyncGenerator<SourcePart> {
      yield {
        startSeconds: 0,
        streams,
        gaps: recording.gaps,
        firstSamples: streams.map(() => 0),
        problems,
        fraction: 1,
      };
    },
  };
}

/** The 208 readings of each frame as channels of one stream. */
function toEitSource(eit: GoeMfRecording): SampleSource {
  const streams = Array.from(
    { length: eit.frameCount === 0 ? 0 : GOE_MF_MEASUREMENTS },
    (_, pair): RecordingStream => ({
      label: `eit ${pair}`,
      unit: 'V',
      sampleRateHz: eit.frameRateHz,
      samples: {
        kind: 'physical',
        values: Float32Array.from(
          { length: eit.frameCount },
          (_value, frame) => eit.voltages[frame * GOE_MF_MEASUREMENTS + pair] ?? Number.NaN,
        ),
      },
    }),
  );
  const groups = [{ kind: 'eit', label: 'EIT', members: streams.map((_, index) => index) }];
  return toSource(
    'goeMf',
    { startedAt: null, streams, annotations: [], gaps: [], problems: eit.problems },
    groups,
  );
}
