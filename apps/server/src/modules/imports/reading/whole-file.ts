import { refuse, type ImportSettings } from '@yamori/domain';
import {
  GOE_MF_MEASUREMENTS,
  hasTooManyCells,
  isTable,
  isTableName,
  MAX_TABLE_CELLS,
  openArchive,
  readArchive,
  readFileContent,
  whyUnreadable,
  type FileContent,
  type FileFormat,
  type GoeMfRecording,
  type Recording,
  type RecordingStream,
} from '@yamori/formats';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';

/**
 * Files that can only be read whole.
 */
export async function openWhole(
  original: Original,
  format: FileFormat,
  settings: ImportSettings,
  mostBytes: number,
): Promise<SampleSource> {
  if (original.sizeBytes > mostBytes)
    throw refuse('import-too-large', { details: { limit: mostBytes } });
  const bytes = await original.read(0, original.sizeBytes);
  if (isTable(format)) refuseManyCells(bytes);
  const told = settings.sampleRateHz === undefined ? {} : { sampleRateHz: settings.sampleRateHz };
  const content =
    format === 'archive'
      ? await inArchive(bytes, told)
      : readFileContent({ name: original.fileName, bytes, ...told });
  switch (content.kind) {
    case 'recording':
      return ofRecording(content.format, content.recording, null);
    case 'eit':
      return ofTomograph(content.eit);
    case 'native':
      throw refuse('import-format-unknown');
  }
}

/** What an archive becomes is bound by its directory; its tables have cells like any other. */
async function inArchive(
  bytes: Uint8Array,
  told: { readonly sampleRateHz?: number },
): Promise<FileContent> {
  const opened = await openArchive(bytes);
  if (opened.kind === 'files')
    for (const [name, own] of opened.files) if (isTableName(name)) refuseManyCells(own);
  return readArchive(opened, told);
}

function refuseManyCells(bytes: Uint8Array): void {
  if (hasTooManyCells(bytes))
    throw refuse('import-too-large', { details: { limit: MAX_TABLE_CELLS, unit: 'cells' } });
}

function ofRecording(
  format: string,
  recording: Recording,
  groups: SampleSource['groups'],
): SampleSource {
  const { streams, problems } = recording;
  if (streams.length === 0) {
    const { code, problem } = whyUnreadable(recording);
    throw refuse(code, {
      details: {
        reason: problem?.code ?? 'noSignals',
        byteOffset: problem?.byteOffset ?? 0,
        ...(problem?.file === undefined ? {} : { file: problem.file }),
      },
    });
  }
  if (streams.every(({ sampleRateHz }) => !(sampleRateHz > 0))) throw refuse('import-rate-missing');
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
function ofTomograph(eit: GoeMfRecording): SampleSource {
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
  return ofRecording(
    'goeMf',
    { startedAt: null, streams, annotations: [], gaps: [], problems: eit.problems },
    groups,
  );
}
