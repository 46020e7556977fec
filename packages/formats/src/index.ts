export {
  type FormatProblem,
  type FormatProblemCode,
  type Recording,
  type RecordingAnnotation,
  type RecordingGap,
  type RecordingStream,
  type StreamSamples,
  physicalAt,
  physicalSamples,
  recordingSeconds,
} from './recording.ts';
export { maskInvalidSamples } from './mask-invalid-samples.ts';
export { type FileContent, type FileToRead, readFileContent } from './read-file.ts';
export { type ArchiveContent, openArchive } from './archive/open-archive.ts';
export { readArchive } from './archive/read-archive.ts';
export { bundleFiles, type NamedBytes } from './archive/bundle-files.ts';
export {
  groupWfdbFiles,
  isWfdbPart,
  WFDB_PART_ENDINGS,
  type WfdbRecordFiles,
} from './wfdb/wfdb-record-files.ts';
export { type UnreadableCode, toImportError } from './to-import-error.ts';
export { type FileFormat, detectFormat } from './detect-format.ts';
export { laterBy } from './edf/edf-recording.ts';
export { type DecodedText, type TextEncodingName, decodeTextFile } from './byte-text.ts';
export { type WfdbFiles, readWfdb } from './wfdb/wfdb-recording.ts';
export {
  type WfdbHeader,
  type WfdbHeaderResult,
  type WfdbSegment,
  type WfdbSignalHeader,
  parseWfdbHeader,
} from './wfdb/wfdb-header.ts';
export {
  type WfdbAnnotation,
  type WfdbAnnotations,
  isBeat,
  parseWfdbAnnotations,
} from './wfdb/wfdb-annotations.ts';
export {
  type EdfHeader,
  type EdfHeaderResult,
  type EdfSignalHeader,
  type EdfVariant,
  parseEdfHeader,
} from './edf/edf-header.ts';
export { type EdfRecordAnnotations, parseAnnotationLists } from './edf/edf-annotations.ts';
export { readAxivity } from './accelerometer/axivity.ts';
export { readEdf } from './edf/edf-recording.ts';
export { type EdfContent, type EdfWriteResult, writeEdf } from './edf/edf-writer.ts';
export {
  type EdfStream,
  type EdfStreamPlan,
  type EdfStreamResult,
  type EdfStreamSignal,
  openEdfStream,
} from './edf/edf-stream-writer.ts';
export { chooseRecordSeconds } from './edf/edf-records.ts';
export { type CsvColumn } from './table/table-head.ts';
export { type CsvTable, parseCsvTable } from './table/csv-table.ts';
export { type CsvOptions, type CsvRate, readCsv } from './table/csv-recording.ts';
export { type CsvCell, type CsvWriteOptions, unguardedCell, writeCsv } from './table/csv-writer.ts';
export { type XlsxSheet, writeXlsx } from './table/xlsx-writer.ts';
export { type TextRowOptions, type TextRows, readTextRows } from './table/text-rows.ts';
export { encodeTextAs } from './text-encoder.ts';
export {
  hasTooManyCells,
  isTable,
  isTableName,
  MAX_TABLE_CELLS,
  tableCells,
} from './table/table-cells.ts';
export { type TextTable, parseTextTable } from './table/table-text.ts';
export { type ActiwareExport, readActiware } from './actigraphy/actiware.ts';
export { type ActiwareNight, actiwareNights } from './actigraphy/actiware-nights.ts';
export {
  type EitPair,
  GOE_MF_ELECTRODES,
  GOE_MF_MEASUREMENTS,
  type GoeMfRecording,
  eitPairAt,
  readGoeMf,
  toFixedReceiverOrder,
} from './eit/goe-mf-recording.ts';
