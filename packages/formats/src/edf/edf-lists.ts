import type { RecordingAnnotation } from '../recording.ts';

const encoder = new TextEncoder();

/** Seconds without an exponent or trailing zeros, to a tenth of a microsecond. */
const secondsText = (seconds: number): string => seconds.toFixed(7).replace(/\.?0+$/, '');
const signed = (seconds: number): string =>
  seconds < 0 ? `-${secondsText(-seconds)}` : `+${secondsText(seconds)}`;
/** Text cannot contain the three delimiters of an annotation list. */
// oxlint-disable-next-line eslint/no-control-regex -- the delimiters are control characters
const withoutMarks = (text: string): string => text.replaceAll(/[\u0000\u0014\u0015]/g, ' ');

/** The time-keeping list of a record, then one list for each annotation. */
export function recordLists(
  onsetSeconds: number,
  annotations: readonly RecordingAnnotation[],
): Uint8Array {
  const lists = [`${signed(onsetSeconds)}\u0014\u0014\0`, ...annotations.map(annotationText)];
  return encoder.encode(lists.join(''));
}

export const annotationList = (annotation: RecordingAnnotation): Uint8Array =>
  encoder.encode(annotationText(annotation));

function annotationText({ onsetSeconds, durationSeconds, text }: RecordingAnnotation): string {
  const duration = durationSeconds === null ? '' : `\u0015${secondsText(durationSeconds)}`;
  return `${signed(onsetSeconds)}${duration}\u0014${withoutMarks(text)}\u0014\0`;
}
