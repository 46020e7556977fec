import { decodeText } from '../byte-text.ts';
import { type FormatProblem, type RecordingAnnotation, addProblem } from '../recording.ts';

/** Content of the annotation signals of one data record. */
export type EdfRecordAnnotations = {
  /**
   * Start of the record from its time-keeping list, in seconds from the start of the file, or null.
   */
  readonly recordOnsetSeconds: number | null;
  readonly annotations: readonly RecordingAnnotation[];
};

const DURATION_MARK = 0x15;
const TEXT_END = 0x14;
const LIST_END = 0x00;

/**
 * Parses the time-stamped annotation lists (TAL) of one annotation signal in one record: onset
 * [0x15 duration] 0x14 text 0x14 text 0x14 … 0x00 (Kemp and Olivan 2003, 2.2.2). An empty first
 * text in the first list marks it as the time-keeping list of the record.
 *
 * @param byteOffset offset of `bytes` in the file, for problems
 */
export function parseAnnotationLists(
  bytes: Uint8Array,
  byteOffset: number,
  problems: FormatProblem[],
): EdfRecordAnnotations {
  const annotations: RecordingAnnotation[] = [];
  let recordOnsetSeconds: number | null = null;
  for (let begin = 0; begin < bytes.length;) {
    if (bytes[begin] === LIST_END) {
      begin++;
      continue;
    }
    const zero = bytes.indexOf(LIST_END, begin);
    const end = zero < 0 ? bytes.length : zero;
    const list = parseList(bytes.subarray(begin, end));
    if (list === undefined) {
      addProblem(problems, {
        code: 'badAnnotation',
        message: 'annotation list has no readable onset',
        byteOffset: byteOffset + begin,
      });
    } else {
      if (begin === 0 && list.texts[0] === '') recordOnsetSeconds = list.onsetSeconds;
      const { onsetSeconds, durationSeconds } = list;
      for (const text of list.texts)
        if (text !== '') annotations.push({ onsetSeconds, durationSeconds, text });
    }
    begin = end + 1;
  }
  return { recordOnsetSeconds, annotations };
}

type AnnotationList = {
  readonly onsetSeconds: number;
  readonly durationSeconds: number | null;
  readonly texts: readonly string[];
};

function parseList(bytes: Uint8Array): AnnotationList | undefined {
  const stampEnd = bytes.indexOf(TEXT_END);
  if (stampEnd < 0) return undefined;
  const durationMark = bytes.subarray(0, stampEnd).indexOf(DURATION_MARK);
  const onset = decodeText(
    bytes.subarray(0, durationMark < 0 ? stampEnd : durationMark),
    'windows-1252',
  );
  const duration =
    durationMark < 0 ? '' : decodeText(bytes.subarray(durationMark + 1, stampEnd), 'windows-1252');
  if (!/^[-+]\d{1,15}(\.\d*)?$/.test(onset)) return undefined;
  const durationSeconds = /^\d{1,15}(\.\d*)?$/.test(duration) ? Number(duration) : null;
  const body = bytes.subarray(
    stampEnd + 1,
    bytes.at(-1) === TEXT_END ? bytes.length - 1 : bytes.length,
  );
  const texts = decodeText(body, 'windows-1252').split(String.fromCharCode(TEXT_END));
  return { onsetSeconds: Number(onset), durationSeconds, texts: texts.map((text) => text.trim()) };
}
