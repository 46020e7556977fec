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
/** A stream with data from the room, and when its device was in the room within the range. */
export type ExportedStream = {
  readonly stream: TimelineStream;
  readonly stays: readonly Interval[];
};

export type ExportContext = {
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  /** Provided by the nights module. */
  readonly readStreams: (
    range: RoomRange,
    maxChannels: number,
  ) => Promise<readonly ExportedStream[]>;
  readonly limits: ExportLimits;
};

/** Maximum channels of a stream: an EIT device with 16 electrodes has 208 readings in a frame. */
export const EXPORT_MAX_CHANNELS = 208;

export type ExportLimits = {
  /** `limit-exports`: maximum concurrent exports of a server. */
  readonly concurrentExports: number;
  /** Maximum concurrent exports from one organisation, which leaves capacity for others. */
  readonly exportsPerOrganisation: number;
  /** `limit-exports-own`: maximum concurrent exports of one member. */
  readonly exportsPerMember: number;
  /** Time without progress after which a reader is disconnected. */
  readonly readerTimeoutMs: number;
};

/** A parsed and authorised export. */
export type ExportTask = RoomRange & {
  readonly timeZone: string;
  readonly streams: readonly ExportedStream[];
  readonly subject: ExportSubject;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
};

/** Identifies the resident, with personal data only if the export includes it. */
export type ExportSubject = {
  /** Stable pseudonym of the room. */
  readonly code: string;
  /** Null for a file without personal data. */
  readonly person: {
    readonly alias: string;
    readonly sex: string;
    readonly birthYear: number | null;
  } | null;
};

/** An exported file as a stream; `totalBytes` is null if the size is not known in advance. */
export type ExportedFile = {
  readonly totalBytes: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
};
