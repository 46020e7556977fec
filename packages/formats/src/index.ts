export {
  type FormatProblem,
  type FormatProblemCode,
  type Recording,
  type RecordingAnnotation,
  type RecordingGap,
  type RecordingStream,
  type StreamSamples,
  physicalSamples,
} from './recording.ts';
export { type WfdbFiles, readWfdb } from './wfdb/wfdb-recording.ts';
export { type WfdbHeader, type WfdbHeaderResult, type WfdbSignalHeader, parseWfdbHeader } from './wfdb/wfdb-header.ts';
export { type WfdbAnnotation, type WfdbAnnotations, isBeat, parseWfdbAnnotations } from './wfdb/wfdb-annotations.ts';
export { type EdfHeader, type EdfHeaderResult, type EdfSignalHeader, parseEdfHeader } from './edf/edf-header.ts';
export { readEdf } from './edf/edf-recording.ts';
export { type CsvColumn, type CsvTable, parseCsvTable } from './table/csv-table.ts';
export { type CsvOptions, readCsv } from './table/csv-recording.ts';
export { type EitPair, GOE_MF_ELECTRODES, GOE_MF_MEASUREMENTS, type GoeMfRecording, eitPairAt, readGoeMf, toFixedReceiverOrder } from './eit/goe-mf-recording.ts';
