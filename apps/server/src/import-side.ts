import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Limits } from './config/config.ts';
import type { Database } from './core/database/database.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { openImports, type Imports } from './modules/imports/imports.ts';
import type { AfterRemoved, AfterStored } from './modules/imports/import-parts.ts';
import type { Bus } from './core/messaging/bus.ts';
import { createJobs, type Jobs } from './core/messaging/jobs/jobs.ts';
import type { Timeline } from './core/timeline/timeline.ts';

/** What is done by jobs: files into the timeline, and whatever looks at them afterwards. */
export type ImportSide = {
  readonly jobs: Jobs;
  readonly imports: Imports;
  readonly close: () => Promise<void>;
};

export type ImportSideParts = {
  readonly database: Database & { readonly url: string };
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly limits: Limits;
  readonly server: FastifyInstance;
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  /** Null until something looks for nights in what was imported. */
  readonly afterStored: AfterStored | null;
  readonly afterRemoved?: AfterRemoved | null;
};

export async function openImportSide(parts: ImportSideParts): Promise<ImportSide> {
  const { database, bus, log } = parts;
  const jobs = createJobs({ database, bus, log });
  const imports = await openImports({ ...parts, jobs, limits: parts.limits.imports });
  return {
    jobs,
    imports,
    async close() {
      await jobs.close();
      await imports.close();
    },
  };
}
