import type { StreamDeclaration } from '../collections/device.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { isFileType } from './file-devices.ts';

/** What is wrong with the streams of a device type as a whole: an id that stands there twice. */
export const streamFaults = (streams: readonly StreamDeclaration[]): ProblemIssue[] =>
  streams.flatMap(({ streamId }, index): ProblemIssue[] =>
    streams.findIndex((other) => other.streamId === streamId) === index
      ? []
      : [{ field: `streams.${index}.streamId`, code: 'value-wrong' }],
  );

/**
 * Streams that were declared and are not there any more as they were: what was recorded could not
 * be read as it was meant.
 */
export const changedStreams = (
  before: readonly StreamDeclaration[],
  after: readonly StreamDeclaration[],
): number[] =>
  before
    .filter((stream) => !after.some((other) => sameStream(stream, other)))
    .map(({ streamId }) => streamId);

const sameStream = (one: StreamDeclaration, other: StreamDeclaration): boolean =>
  one.streamId === other.streamId &&
  one.kind === other.kind &&
  one.channels === other.channels &&
  one.unit === other.unit &&
  one.sampleRateHz === other.sampleRateHz &&
  one.scale === other.scale &&
  one.offset === other.offset;

/**
 * Of a new type: it stands in addresses as it is, and is not taken for what imported files are of.
 */
export const isDeviceTypeCode = (code: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(code) && !isFileType(code);

/**
 * What is wrong with a type that is made: a code that no address takes, or nothing that its devices
 * could send.
 */
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
