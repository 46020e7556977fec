import { readAxivity } from './accelerometer/axivity.ts';
import { actilifeTiming } from './actigraphy/actilife.ts';
import { readActiware } from './actigraphy/actiware.ts';
import { readAwd } from './actigraphy/awd.ts';
import { empaticaFile, readEmpatica } from './actigraphy/empatica.ts';
import { readMotionWare } from './actigraphy/motionware.ts';
import { decodeText } from './byte-text.ts';
import { detectFormat, type FileFormat, WFDB_ANNOTATORS } from './detect-format.ts';
import { parseEdfHeader } from './edf/edf-header.ts';
import { readEdf } from './edf/edf-recording.ts';
import { type GoeMfRecording, readGoeMf } from './eit/goe-mf-recording.ts';
import {
  type FormatProblem,
  type Recording,
  type RecordingAnnotation,
  refusedRecording,
} from './recording.ts';
import { csvRecording } from './table/csv-recording.ts';
import { type CsvTable, parseCsvTable } from './table/csv-table.ts';
import { parseWfdbAnnotations } from './wfdb/wfdb-annotations.ts';
import { parseWfdbHeader, type WfdbHeader } from './wfdb/wfdb-header.ts';
import { readWfdb, toRecordingAnnotations } from './wfdb/wfdb-recording.ts';

export type FileToRead = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Bytes of a companion file by its name without folders, or null. */
  readonly beside?: (fileName: string) => Uint8Array | null;
  /** For tables without a rate, and for Goe-MF files. */
  readonly sampleRateHz?: number;
  /** Columns to read from a table; all by default. */
  readonly columns?: readonly string[];
};

/**
 * `formatName` is for display: `EDF+D`, `WFDB`, `Condor ActTrust`. `@yamori/frames` reads native
 * recordings.
 */
export type FileContent =
  | {
      readonly kind: 'recording';
      readonly format: FileFormat;
      readonly formatName: string;
      readonly recording: Recording;
    }
  | {
      readonly kind: 'eit';
      readonly format: 'goeMf';
      readonly formatName: string;
      readonly eit: GoeMfRecording;
    }
  | { readonly kind: 'native' };

/** Detects the format of a file and reads it. Never throws on input. */
export function readFileContent(file: FileToRead): FileContent {
  const format = detectFormat(file.bytes, file.name);
  const content = (formatName: string, recording: Recording): FileContent => ({
    kind: 'recording',
    format,
    formatName,
    recording,
  });
  const reject = (formatName: string, code: FormatProblem['code'], message: string): FileContent =>
    content(formatName, refusedRecording({ code, message, byteOffset: 0 }));
  if (file.bytes.length === 0 && format !== 'empatica')
    return reject('empty', 'emptyFile', 'the file is empty');
  switch (format) {
    case 'native':
      return { kind: 'native' };
    case 'goeMf':
      return {
        kind: 'eit',
        format,
        formatName: 'Goe-MF',
        eit: readGoeMf(file.bytes, file.sampleRateHz),
      };
    case 'edf':
    case 'bdf':
      return content(edfName(file.bytes), readEdf(file.bytes));
    case 'wfdb':
      return content('WFDB', wfdbRecording(file));
    case 'wfdbAnnotations':
      return content('WFDB annotations', annotationRecording(file));
    case 'actiware':
      return content('Actiware', readActiware(file.bytes).recording);
    case 'awd':
      return content('Actiwatch AWD', readAwd(file.bytes));
    case 'motionWare':
      return content('MotionWare', readMotionWare(file.bytes));
    case 'empatica':
      return content('Empatica E4', readEmpatica(file.bytes, empaticaFile(file.name) ?? 'ACC'));
    case 'csv':
      return tableContent(file, content);
    case 'axivity':
      return content('Axivity CWA', readAxivity(file.bytes));
    case 'geneActiv':
      return reject(
        'GENEActiv',
        'unsupported',
        'GENEActiv .bin files are not supported; export them as CSV',
      );
    case 'archive':
      return reject(
        'archive',
        'unsupported',
        'this is an archive (ZIP, gzip, .gt3x …); unpack it, or import it as it is',
      );
    case 'unknown':
      return reject('unknown', 'unknownFormat', 'file matches none of the supported formats');
  }
}

function edfName(bytes: Uint8Array): string {
  const parsed = parseEdfHeader(bytes);
  if (parsed.kind === 'header') return parsed.header.variant;
  return bytes[0] === 0xff ? 'BDF' : 'EDF';
}

function tableContent(
  file: FileToRead,
  content: (formatName: string, recording: Recording) => FileContent,
): FileContent {
  const table = parseCsvTable(file.bytes);
  const rate =
    file.sampleRateHz === undefined
      ? { kind: 'found' as const }
      : { kind: 'fixed' as const, sampleRateHz: file.sampleRateHz };
  return content(
    tableName(table),
    csvRecording(table, { rate, ...(file.columns === undefined ? {} : { columns: file.columns }) }),
  );
}

/** Exports that are plain tables are recognised by their preamble or column names. */
function tableName({ preamble, columns }: CsvTable): string {
  const names = columns.map(({ name }) => name.toLowerCase());
  if (preamble[0]?.[0]?.includes('Condor Instruments')) return 'Condor ActTrust';
  if (actilifeTiming(preamble) !== null || (names.includes('axis1') && names.includes('axis3')))
    return 'ActiGraph';
  return names.includes('evento') && names.includes('atividade') ? 'Tempatilumi' : 'CSV';
}

const baseName = (name: string): string => name.replace(/^.*[/\\]/, '');
const recordName = (name: string): string => baseName(name).replace(/\.[^.]*$/, '');
/** A header may only refer to files in its own folder. */
const isPlainName = (name: string): boolean => !/[/\\:]/.test(name) && !name.startsWith('..');

function wfdbRecording(file: FileToRead): Recording {
  const beside = file.beside ?? (() => null);
  const header = decodeText(file.bytes, 'windows-1252');
  const parsed = parseWfdbHeader(header);
  if (parsed.kind === 'refused') return refusedRecording(parsed.problem);
  const segmentHeaders = new Map<string, string>();
  const signalFiles = new Map<string, Uint8Array>();
  const take = ({ signals }: WfdbHeader): void => {
    for (const { fileName } of signals) {
      const bytes = isPlainName(fileName) && !signalFiles.has(fileName) ? beside(fileName) : null;
      if (bytes !== null) signalFiles.set(fileName, bytes);
    }
  };
  take(parsed.header);
  for (const segment of parsed.header.segments ?? []) {
    const bytes =
      segment.recordName === '~' || segmentHeaders.has(segment.recordName)
        ? null
        : beside(`${segment.recordName}.hea`);
    const text = bytes === null ? null : decodeText(bytes, 'windows-1252');
    const own = text === null ? null : parseWfdbHeader(text);
    if (text !== null) segmentHeaders.set(segment.recordName, text);
    if (own?.kind === 'header') take(own.header);
  }
  const recording = readWfdb({ header, signalFiles, segmentHeaders });
  const marked = annotationsBeside(recordName(file.name), parsed.header.frameRateHz, beside);
  return {
    ...recording,
    annotations: marked.annotations,
    problems: [...recording.problems, ...marked.problems],
  };
}

/** All annotation files of a record; `source` is the extension of the file. */
function annotationsBeside(
  record: string,
  frameRateHz: number,
  beside: (fileName: string) => Uint8Array | null,
): {
  readonly annotations: readonly RecordingAnnotation[];
  readonly problems: readonly FormatProblem[];
} {
  const files = WFDB_ANNOTATORS.flatMap((annotator) => {
    const bytes = beside(`${record}.${annotator}`);
    return bytes === null ? [] : [{ annotator, ...parseWfdbAnnotations(bytes) }];
  });
  const annotations = files.flatMap((file) =>
    toRecordingAnnotations(file.annotations, frameRateHz).map((annotation) => ({
      ...annotation,
      source: file.annotator,
    })),
  );
  return {
    annotations: annotations.toSorted((one, other) => one.onsetSeconds - other.onsetSeconds),
    problems: files.flatMap((file) => file.problems),
  };
}

const DEFAULT_RATE_HZ = 250;

/** A single annotation file: the header next to it gives the tick rate. */
function annotationRecording(file: FileToRead): Recording {
  const headerBytes = file.beside?.(`${recordName(file.name)}.hea`) ?? null;
  const parsed =
    headerBytes === null ? null : parseWfdbHeader(decodeText(headerBytes, 'windows-1252'));
  const header = parsed?.kind === 'header' ? parsed.header : null;
  const read = parseWfdbAnnotations(file.bytes);
  const missing: FormatProblem[] =
    header !== null
      ? []
      : [
          {
            code: 'missingFile',
            message: `${recordName(file.name)}.hea is missing; assuming ${DEFAULT_RATE_HZ} ticks a second`,
            byteOffset: 0,
            file: `${recordName(file.name)}.hea`,
          },
        ];
  return {
    startedAt: header?.startedAt ?? null,
    streams: [],
    annotations: toRecordingAnnotations(read.annotations, header?.frameRateHz ?? DEFAULT_RATE_HZ),
    gaps: [],
    problems: [...missing, ...read.problems],
  };
}
