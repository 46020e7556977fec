import type { FileFault } from './file-check.ts';

const [LINE_FEED, RETURN] = [10, 13];

/** The row of a table that contains a byte, from 1. */
export function countRows(bytes: Uint8Array, byteOffset: number): number {
  const end = Math.min(byteOffset, bytes.length);
  let row = 1;
  for (let at = 0; at < end; at++)
    if (bytes[at] === LINE_FEED || (bytes[at] === RETURN && bytes[at + 1] !== LINE_FEED)) row += 1;
  return row;
}

/** Offsets of the fields of an EDF header (Kemp et al. 1992). */
const EDF_FIELDS: readonly (readonly [fromByte: number, field: string])[] = [
  [0, 'version'],
  [8, 'patient'],
  [88, 'recording'],
  [168, 'startDate'],
  [176, 'startTime'],
  [184, 'headerBytes'],
  [192, 'reserved'],
  [236, 'recordCount'],
  [244, 'recordSeconds'],
  [252, 'signalCount'],
  [256, 'signals'],
];

/** The field of an EDF header that contains a byte; none after the header. */
export function placeInEdf(byteOffset: number, headerBytes: number): Pick<FileFault, 'field'> {
  const field =
    byteOffset < headerBytes
      ? EDF_FIELDS.findLast(([fromByte]) => fromByte <= byteOffset)?.[1]
      : undefined;
  return field === undefined ? {} : { field };
}
