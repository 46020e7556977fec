import { ProblemError, type ImportSettings } from '@yamori/domain';
import { detectFormat, maskInvalidSamples, type FileFormat } from '@yamori/formats';
import { openEdf } from './edf-file.ts';
import type { Original } from './original.ts';
import type { SampleSource, SourcePart } from './sample-source.ts';
import { openWhole } from './whole-file.ts';

/** Length of the prefix that identifies the format. */
const LOOKED_AT_BYTES = 4096;

export async function detectFileFormat(original: Original): Promise<FileFormat> {
  const format = detectFormat(await original.read(0, LOOKED_AT_BYTES), original.fileName);
  if (format === 'unknown') throw new ProblemError('import-format-unknown');
  return format;
}

type Options = { readonly settings: ImportSettings; readonly wholeFileBytes: number };

/** Opens a file in any format but the native one. */
export async function openSamples(
  original: Original,
  format: Exclude<FileFormat, 'native'>,
  options: Options,
): Promise<SampleSource> {
  const source = await openFormat(original, format, options);
  return { ...source, parts: () => readMeasuredParts(source) };
}

async function* readMeasuredParts(source: SampleSource): AsyncGenerator<SourcePart> {
  for await (const part of source.parts())
    yield { ...part, streams: part.streams.map(maskInvalidSamples) };
}

function openFormat(
  original: Original,
  format: Exclude<FileFormat, 'native'>,
  { settings, wholeFileBytes }: Options,
): Promise<SampleSource> {
  switch (format) {
    case 'edf':
    case 'bdf':
      return openEdf(original, format);
    case 'csv':
    case 'goeMf':
    case 'actiware':
    case 'awd':
    case 'motionWare':
    case 'empatica':
    case 'axivity':
    case 'archive':
    case 'wfdb':
    case 'wfdbAnnotations':
      return openWhole(original, format, settings, wholeFileBytes);
    case 'geneActiv':
      throw new ProblemError('import-format-unsupported', { details: { format } });
    case 'unknown':
      throw new ProblemError('import-format-unknown');
  }
}
