import { importSettings, type ImportSettings } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { importPlan, type ImportPlan } from './reading/import-plan.ts';
import type { UploadKey } from './uploads/original-store.ts';

/** How much of a file is on the timeline. */
type ImportCursor = {
  readonly windowsDone: number;
  readonly added: number;
  readonly repeated: number;
};
type ImportRun = ImportCursor & {
  readonly settings: ImportSettings;
  /** Null until the check has finished. */
  readonly plan: ImportPlan | null;
};

export async function addRun(
  queries: Queries,
  key: UploadKey,
  settings: ImportSettings,
): Promise<void> {
  await queries.query({
    name: 'insert_import_run',
    text: `insert into import_runs (root_domain_id, upload_id, settings) values ($1, $2, $3)
      on conflict (root_domain_id, upload_id) do update set settings = excluded.settings, plan = null, windows_done = 0, added_frames = 0, repeated_frames = 0`,
    values: [key.rootDomainId, key.uploadId, JSON.stringify(settings)],
  });
}

export async function readRun(queries: Queries, key: UploadKey): Promise<ImportRun | null> {
  const [row] = await queries.query<RunRow>({
    name: 'find_import_run',
    text: 'select settings, plan, windows_done, added_frames, repeated_frames from import_runs where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId],
  });
  return row === undefined
    ? null
    : {
        ...toCursor(row),
        settings: importSettings.parse(row.settings),
        plan: row.plan === null ? null : importPlan.parse(row.plan),
      };
}

export async function readCursor(queries: Queries, key: UploadKey): Promise<ImportCursor> {
  const run = await readRun(queries, key);
  return run ?? { windowsDone: 0, added: 0, repeated: 0 };
}

export async function putPlan(queries: Queries, key: UploadKey, plan: ImportPlan): Promise<void> {
  await queries.query({
    name: 'update_import_plan',
    text: 'update import_runs set plan = $3 where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId, JSON.stringify(plan)],
  });
}

/** Clears the plan, because it depends on the settings. */
export async function putSettings(
  queries: Queries,
  key: UploadKey,
  settings: ImportSettings,
): Promise<void> {
  await queries.query({
    name: 'update_import_settings',
    text: 'update import_runs set settings = $3, plan = null where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId, JSON.stringify(settings)],
  });
}

/**
 * Counts batch `number` in the transaction that stores it. @returns false if the batch was already
 * counted
 */
export async function moveCursor(
  queries: Queries,
  key: UploadKey,
  number: number,
  report: { readonly added: number; readonly repeated: number },
): Promise<boolean> {
  const rows = await queries.query({
    name: 'advance_import_run',
    text: `update import_runs set windows_done = windows_done + 1, added_frames = added_frames + $4, repeated_frames = repeated_frames + $5
      where root_domain_id = $1 and upload_id = $2 and windows_done = $3 returning upload_id`,
    values: [key.rootDomainId, key.uploadId, number, report.added, report.repeated],
  });
  return rows.length > 0;
}

/** After all data of the import was removed. */
export async function resetCursor(queries: Queries, key: UploadKey): Promise<void> {
  await queries.query({
    name: 'reset_import_run',
    text: 'update import_runs set windows_done = 0, added_frames = 0, repeated_frames = 0 where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId],
  });
}

export async function dropRun(queries: Queries, key: UploadKey): Promise<void> {
  await queries.query({
    name: 'delete_import_run',
    text: 'delete from import_runs where root_domain_id = $1 and upload_id = $2',
    values: [key.rootDomainId, key.uploadId],
  });
}

type RunRow = {
  settings: unknown;
  plan: unknown;
  windows_done: number;
  added_frames: string;
  repeated_frames: string;
};

const toCursor = (row: RunRow): ImportCursor => ({
  windowsDone: row.windows_done,
  added: Number(row.added_frames),
  repeated: Number(row.repeated_frames),
});
