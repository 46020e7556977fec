import type { RecordingAnnotation } from '../recording.ts';
import { annotationList, recordLists } from './edf-lists.ts';

/** Annotation lists of records that all have the same room for them. */
export type ListPlaces = {
  /** Of each record: its own onset and the annotations in it. Even. */
  readonly bytesPerRecord: number;
  readonly onsetBytes: number;
  /** Writes the annotations of a record, behind its onset. */
  readonly write: (place: number, into: Uint8Array) => void;
};

/** `+` and at most nine digits, a point and seven more, and the marks. */
const ONSET_BYTES = 22;

/** The list that says when a record begins. */
export const onsetList = (onsetSeconds: number): Uint8Array => recordLists(onsetSeconds, []);

/**
 * Gives every annotation a place in the last record that begins no later than it, or a later one
 * where that is full. Records get as little room as all of them need together. @param annotations
 * in the order of their onsets
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
  // Where annotations stand close together at the end, records need more.
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

/** Which list is the first of each record; null where they do not all fit. */
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
