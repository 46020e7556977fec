import type { RecordingAnnotation } from '../recording.ts';
import { annotationList, recordLists } from './edf-lists.ts';

/** Annotation lists of records with equal room for them. */
type ListPlaces = {
  /** Room in each record for its onset and annotations; even. */
  readonly bytesPerRecord: number;
  readonly onsetBytes: number;
  /** Writes the annotations of a record, without its onset. */
  readonly write: (place: number, into: Uint8Array) => void;
};

/** `+`, at most nine digits, a point, seven more digits, and the delimiters. */
const ONSET_BYTES = 22;

/** The time-keeping list of a record. */
export const onsetList = (onsetSeconds: number): Uint8Array => recordLists(onsetSeconds, []);

/**
 * Assigns every annotation to the last record that begins no later than it, or to a later one if
 * that is full. Records get just enough room for all annotations together.
 *
 * @param annotations in the order of their onsets
 */
export function placeLists(
  records: Uint32Array,
  recordSeconds: number,
  annotations: readonly RecordingAnnotation[],
  fractionSeconds: number,
): ListPlaces {
  const lists = annotations.map(annotationList);
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  const earliest = earliestPlaces(records, recordSeconds, annotations, fractionSeconds);
  let room = Math.max(longest, Math.ceil(total / Math.max(1, records.length)));
  let firsts = fill(records.length, lists, earliest, room);
  // Records need more room if annotations are concentrated at the end.
  while (firsts === null) {
    room = Math.ceil(room * 1.5);
    firsts = fill(records.length, lists, earliest, room);
  }
  const places = firsts;
  return {
    bytesPerRecord: ONSET_BYTES + room + (room & 1),
    onsetBytes: ONSET_BYTES,
    write(place, into) {
      let at = 0;
      for (const list of lists.slice(places[place], places[place + 1])) {
        into.set(list, at);
        at += list.length;
      }
    },
  };
}

function earliestPlaces(
  records: Uint32Array,
  recordSeconds: number,
  annotations: readonly RecordingAnnotation[],
  fractionSeconds: number,
): number[] {
  let place = 0;
  return annotations.map(({ onsetSeconds }) => {
    while (
      place + 1 < records.length &&
      (records[place + 1] ?? Infinity) * recordSeconds + fractionSeconds <= onsetSeconds
    )
      place++;
    return place;
  });
}

/** Index of the first list in each record; null if the lists do not all fit. */
function fill(
  recordCount: number,
  lists: readonly Uint8Array[],
  earliest: readonly number[],
  room: number,
): Uint32Array | null {
  const firsts = new Uint32Array(recordCount + 1);
  let next = 0;
  for (let place = 0; place < recordCount; place++) {
    firsts[place] = next;
    for (let left = room; next < lists.length && (earliest[next] ?? 0) <= place; next++) {
      left -= lists[next]?.length ?? 0;
      if (left < 0) break;
    }
  }
  firsts[recordCount] = next;
  return next === lists.length ? firsts : null;
}
