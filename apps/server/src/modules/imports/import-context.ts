import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { ImportDocuments } from './import-documents.ts';
import type { ImportLimits } from './import-limits.ts';
import type { OriginalStore } from './uploads/original-store.ts';

/** An import whose frames are on the timeline, so that its nights can be analysed. */
export type StoredImport = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly importId: string;
  readonly serial: string;
  readonly fromUs: number;
  readonly toUs: number;
};

/** Runs once an import is stored. May run again after a crash. */
export type AfterStored = (stored: StoredImport, signal: AbortSignal) => Promise<void>;

/** Runs after an import was removed. May run again after a crash. */
export type AfterRemoved = (removed: {
  readonly roomId: string;
  readonly fromUs: number;
  readonly toUs: number;
}) => Promise<void>;

export type ImportContext = {
  readonly database: Database & { readonly url: string };
  readonly store: DocumentStore;
  readonly documents: ImportDocuments;
  readonly originals: OriginalStore;
  readonly timeline: Timeline;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly limits: ImportLimits;
  /** Null: imports are done when they are stored, without an analysis. */
  readonly afterStored: AfterStored | null;
  readonly afterRemoved: AfterRemoved | null;
  readonly newId: () => string;
};

export const IMPORT_JOB = 'import';
