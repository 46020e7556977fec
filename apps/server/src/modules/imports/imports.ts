import { randomUUID } from 'node:crypto';
import type { Route } from '../../core/http/route.ts';
import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';
import type { QueueStats } from '../../core/messaging/jobs/fair-queue.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import { createClockFitTurns } from './import-clock.ts';
import { createImportCommands, type ImportCommands } from './import-commands.ts';
import { createImportDocuments } from './import-documents.ts';
import { importJobKind } from './import-job.ts';
import { IMPORT_LIMITS, type ImportLimits } from './import-limits.ts';
import type { AfterRemoved, AfterStored, ImportContext } from './import-context.ts';
import { importRoutes } from './import-routes.ts';
import { databaseOriginalStore } from './uploads/original-store.ts';
import { createUploadCounters, type UploadCounters } from './uploads/upload-counters.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

export type ImportsOptions = {
  readonly database: Database & { readonly url: string };
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  readonly jobs: Jobs;
  readonly now: () => Date;
  readonly log: Logger;
  readonly limits?: Partial<ImportLimits>;
  readonly afterStored?: AfterStored | null;
  readonly afterRemoved?: AfterRemoved | null;
};

export type Imports = {
  readonly uploads: Uploads;
  readonly commands: ImportCommands;
  readonly counts: UploadCounters['counts'];
  readonly routes: readonly Route[];
  readonly turns: { readonly clockFits: () => QueueStats };
  readonly close: () => Promise<void>;
};

const SWEEP_MS = 10 * 60 * 1000;

/**
 * File imports: uploads, the job that checks and stores them, and user commands (docs/import.md).
 */
export function openImports(options: ImportsOptions): Imports {
  const context: ImportContext = {
    ...options,
    documents: createImportDocuments(options.store, options.now),
    originals: databaseOriginalStore,
    limits: { ...IMPORT_LIMITS, ...options.limits },
    afterStored: options.afterStored ?? null,
    afterRemoved: options.afterRemoved ?? null,
    newId: randomUUID,
  };
  const uploads = createUploads(context);
  const commands = createImportCommands(context, uploads);
  const counters = createUploadCounters();
  const clockFits = createClockFitTurns();
  options.jobs.handle(importJobKind(context));
  const state = { sweeping: Promise.resolve() };
  const timer = setInterval(() => {
    state.sweeping = state.sweeping
      .then(() => uploads.sweep())
      .then(
        () => undefined,
        (error: unknown) =>
          options.log.warn({ err: error }, 'sweeping expired uploads failed; retrying'),
      );
  }, SWEEP_MS);
  return {
    uploads,
    commands,
    counts: counters.counts,
    routes: [
      uploadRoutes({ uploads, limits: context.limits, counters }),
      ...importRoutes(context, commands, clockFits),
    ],
    turns: { clockFits: clockFits.stats },
    async close() {
      clearInterval(timer);
      await state.sweeping;
    },
  };
}
