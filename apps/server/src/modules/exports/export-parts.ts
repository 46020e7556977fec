import type { TimelineStream } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Interval } from '../../core/timeline/coverage.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';

export type RoomRange = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly fromUs: number;
  readonly toUs: number;
};
/** A stream that spoke in the room, and when its device stood there within the range. */
export type ExportedStream = {
  readonly stream: TimelineStream;
  readonly stays: readonly Interval[];
};

export type ExportParts = {
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  /** Streams of a room are the nights' to know. */
  readonly readStreams: (range: RoomRange) => Promise<readonly ExportedStream[]>;
  readonly limits: ExportLimits;
};

/** Of a stream: a tomograph of 16 electrodes has 208 readings a frame. */
export const EXPORT_MOST_CHANNELS = 208;

export type ExportLimits = {
  /** `limit-exports`: files that one server makes at one time. */
  readonly exportsAtOnce: number;
  /** Of them those of one organisation's rooms, so that others find a place. */
  readonly exportsOfOrganisation: number;
  /** `limit-exports-own`: those of one member. */
  readonly exportsOfMember: number;
  /** A reader who takes no bytes for so long is ended. */
  readonly readerPatienceMs: number;
};

/** What is exported, for whom: parsed, allowed, and read no further. */
export type ExportTask = RoomRange & {
  readonly timeZone: string;
  readonly streams: readonly ExportedStream[];
  readonly subject: ExportSubject;
  /** Aborts when nobody waits for the file any more. */
  readonly signal: AbortSignal;
};

/** Whose room it is, as far as the reader may know and wants to say. */
export type ExportSubject = {
  /** Always the same for a room, and no name. */
  readonly code: string;
  /** Null: nothing about a person stands in the file. */
  readonly person: {
    readonly alias: string;
    readonly sex: string;
    readonly birthYear: number | null;
  } | null;
};

/** A file as it leaves: `bytes` in order, `totalBytes` where it is known before. */
export type ExportedFile = {
  readonly totalBytes: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
};
