import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { ImportDocuments } from './import-documents.ts';
import type { ImportLimits } from './import-limits.ts';
import type { OriginalStore } from './uploads/original-store.ts';

/** An import whose frames are on the timeline: what looks for nights in it may begin. */
export type StoredImport = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly importId: string;
  readonly serial: string;
  readonly fromUs: number;
  readonly toUs: number;
};

/** What looks at an import once it is stored; may run again after a crash. */
export type AfterStored = (stored: StoredImport, signal: AbortSignal) => Promise<void>;

/** What has to know when an import was taken away again; may be told again after a crash. */
export type AfterRemoved = (removed: {
  readonly roomId: string;
  readonly fromUs: number;
  readonly toUs: number;
}) => Promise<void>;

export type ImportParts = {
  readonly database: Database & { readonly url: string };
  readonly store: DocumentStore;
  readonly documents: ImportDocuments;
  readonly originals: OriginalStore;
  readonly timeline: Timeline;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly limits: ImportLimits;
  /** Null: nothing is analysed, an import is done when it is stored. */
  readonly afterStored: AfterStored | null;
  readonly afterRemoved: AfterRemoved | null;
  readonly newId: () => string;
};

export const IMPORT_JOB = 'import';
