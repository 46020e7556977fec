import type { Problem } from '@yamori/domain';
import { IMPORT_FILE_ENDINGS } from '@yamori/domain/import-file-endings';
import { ProblemError } from '@yamori/domain/problem';
import { detectFormat } from '@yamori/formats';
import type { FrameDecoder } from '@yamori/frames';
import { checkEdf } from './check-edf.ts';
import { checkNative } from './check-native.ts';
import { checkWhole } from './check-whole.ts';
import { nothingFound, type FileCheck, type Found } from './file-check.ts';
import { createHashingReader, type FileSource, type HashingReader } from './file-source.ts';

/** Number of leading bytes that identify the format. */
const LOOKED_AT_BYTES = 4096;

type CheckOptions = {
  /** For tables that do not contain it. */
  readonly sampleRateHz: number | null;
  readonly loadDecoder: () => Promise<FrameDecoder>;
  readonly onProgress: (fraction: number) => void;
};

/** Reads a file once: its contents, its problems and its SHA-256. */
export async function checkFile(source: FileSource, parts: CheckOptions): Promise<FileCheck> {
  const reader = createHashingReader(source, parts.onProgress);
  const found = await findIn(reader, parts);
  const sha256 = await reader.finish();
  return { ...found, sha256, problem: found.problem ?? checkName(source.name) };
}

async function findIn(
  reader: HashingReader,
  { sampleRateHz, loadDecoder }: CheckOptions,
): Promise<Found> {
  const { source } = reader;
  if (source.sizeBytes === 0) return nothingFound('', { code: 'upload-empty' });
  const format = detectFormat(await source.read(0, LOOKED_AT_BYTES), source.name);
  try {
    switch (format) {
      case 'native':
        return await checkNative(reader, await loadDecoder());
      case 'edf':
      case 'bdf':
        return await checkEdf(reader);
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
        return await checkWhole(reader, format, sampleRateHz);
      case 'geneActiv':
        return nothingFound('GENEActiv', { code: 'import-format-unsupported' });
      case 'unknown':
        return nothingFound('', { code: 'import-format-unknown' });
    }
  } catch (error) {
    // The reader cannot allocate the memory: blame the file, not the page.
    if (error instanceof RangeError) return nothingFound('', { code: 'import-memory' });
    if (error instanceof ProblemError && error.problem.code !== 'file-unreadable')
      return nothingFound('', error.problem);
    throw error;
  }
}

/** The server accepts files by their extension. */
function checkName(name: string): Problem | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && IMPORT_FILE_ENDINGS.some((known) => known === ending)
    ? null
    : { code: 'media-type-refused' };
}
