import type { StreamDeclaration } from '../collections/device.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { isFileType } from './file-devices.ts';

/** Issues with the streams of a device type: repeated stream ids. */
export const streamFaults = (streams: readonly StreamDeclaration[]): ProblemIssue[] =>
  streams.flatMap(({ streamId }, index): ProblemIssue[] =>
    streams.findIndex((other) => other.streamId === streamId) === index
      ? []
      : [{ field: `streams.${index}.streamId`, code: 'value-wrong' }],
  );

/** Ids of declared streams that were removed or changed. Existing recordings would be misread. */
export const changedStreams = (
  before: readonly StreamDeclaration[],
  after: readonly StreamDeclaration[],
): number[] =>
  before
    .filter((stream) => !after.some((other) => isSameStream(stream, other)))
    .map(({ streamId }) => streamId);

const isSameStream = (one: StreamDeclaration, other: StreamDeclaration): boolean =>
  one.streamId === other.streamId &&
  one.kind === other.kind &&
  one.channels === other.channels &&
  one.unit === other.unit &&
  one.sampleRateHz === other.sampleRateHz &&
  one.scale === other.scale &&
  one.offset === other.offset;

/** A code of a new type: usable in URLs unescaped, and distinct from types of imported files. */
export const isDeviceTypeCode = (code: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(code) && !isFileType(code);

/** Issues with a new type: an invalid code or no streams. */
export const newTypeFaults = ({
  code,
  streams,
}: {
  readonly code: unknown;
  readonly streams: readonly StreamDeclaration[];
}): ProblemIssue[] => [
  ...(typeof code === 'string' && !isDeviceTypeCode(code)
    ? [{ field: 'code', code: 'value-wrong' }]
    : []),
  ...(streams.length === 0
    ? [{ field: 'streams', code: 'array-at-least', details: { limit: 1 } }]
    : []),
];
