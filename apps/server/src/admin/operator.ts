import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '@yamori/domain';
import { pino, type Logger } from 'pino';
import { readPassphrase } from './backup/backup-encryption.ts';
import { checkBackup } from './backup/check-backup.ts';
import { makeDatabase, connectDatabase, type DataPlace } from './backup/connect-database.ts';
import type { Progress } from './backup/progress.ts';
import { restoreInto } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { readConfig } from '../config/config.ts';
import { explainConnection, isAddressProblem } from '../core/database/database-problem.ts';
import { DATA_FOLDER, getHeadsFile } from '../core/database/embedded/data-folder.ts';
import { migrate, MIGRATIONS_FOLDER, readMigrations } from '../core/database/migration-runner.ts';
import { createPoolDatabase } from '../core/database/pool-database.ts';
import { parseExportedHeads, type ExportedHeads } from '../modules/history/head-export.ts';
import { checkHistory } from '../modules/history/check-history.ts';
import { createLog } from '../core/log.ts';

type OperationResult = {
  readonly value: unknown;
  readonly text: string;
  readonly isRefused?: boolean;
};

type OperationContext = {
  readonly place: DataPlace;
  readonly folder: string;
  readonly log: Logger;
  readonly progress: Progress;
  /** For backups; null if they are not encrypted. */
  readonly passphrase: string | null;
  /** For the update history; empty without exports or if YAMORI_HISTORY_HEADS is an address. */
  readonly exportedHeads: readonly ExportedHeads[];
};

const OPERATIONS: Readonly<Record<string, (work: OperationContext) => Promise<OperationResult>>> = {
  backup,
  restore,
  'verify-history': verifyHistory,
  migrate: migrateDatabase,
};

async function backup({
  place,
  folder,
  log,
  progress,
  passphrase,
}: OperationContext): Promise<OperationResult> {
  const database = await connectDatabase(place, log);
  try {
    const { stampedAt, tables } = await writeBackup(
      database.url,
      folder,
      progress,
      () => new Date(),
      passphrase,
    );
    const rows = sum(tables.map((table) => table.rows));
    const bytes = sum(tables.map((table) => table.bytes));
    return {
      value: { folder, stampedAt, tables: tables.length, rows, bytes },
      text: `${folder}: everything acknowledged before ${stampedAt}, ${tables.length} tables, ${rows} rows, ${bytes} bytes\n`,
    };
  } finally {
    await database.leave();
  }
}

async function restore({
  place,
  folder,
  log,
  progress,
  passphrase,
}: OperationContext): Promise<OperationResult> {
  const known = await readMigrations(MIGRATIONS_FOLDER);
  const manifest = await checkBackup(folder, known, progress, passphrase);
  const fill = (url: string) => restoreInto({ url, folder, manifest, log, progress, passphrase });
  await (place.databaseUrl === undefined
    ? makeDatabase(place.dataFolder, log, fill)
    : fill(place.databaseUrl));
  const rows = sum(manifest.tables.map((table) => table.rows));
  return {
    value: { folder, stampedAt: manifest.stampedAt, tables: manifest.tables.length, rows },
    text: `restored as of ${manifest.stampedAt}: ${manifest.tables.length} tables, ${rows} rows\n`,
  };
}

async function verifyHistory({
  place,
  log,
  exportedHeads,
}: OperationContext): Promise<OperationResult> {
  const connected = await connectDatabase(place, log);
  const database = createPoolDatabase({ url: connected.url, connections: 2 }, log);
  try {
    const { words, holds, chains, lostHeads } = await checkHistory(database, exportedHeads);
    return { value: { holds, chains, lostHeads }, text: `${words}\n`, isRefused: !holds };
  } finally {
    await database.close();
    await connected.leave();
  }
}

async function migrateDatabase({ place, log }: OperationContext): Promise<OperationResult> {
  const database = await connectDatabase(place, log);
  try {
    const applied = (await migrate(database.url, MIGRATIONS_FOLDER, log)).map(({ name }) => name);
    return {
      value: { applied },
      text:
        applied.length === 0
          ? 'The database is at its newest schema.\n'
          : `${applied.join('\n')}\n`,
    };
  } finally {
    await database.leave();
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function run(
  [name = '', folder = '']: readonly string[],
  environment: Environment,
): Promise<OperationResult> {
  const job = OPERATIONS[name];
  if (job === undefined) throw new ProblemError('operation-unknown', { place: name });
  const config = readConfig(environment, []);
  const log = createLog('warn', pino.destination(2));
  try {
    return await job({
      place: {
        databaseUrl: config.DATABASE_URL,
        dataFolder: resolve(config.YAMORI_DATA ?? DATA_FOLDER),
      },
      folder: resolve(folder),
      log,
      progress: createProgressReporter(),
      passphrase:
        config.YAMORI_BACKUP_KEY_FILE === undefined
          ? null
          : await readPassphrase(config.YAMORI_BACKUP_KEY_FILE, log),
      exportedHeads:
        name === 'verify-history'
          ? await readExportedHeads(
              config.YAMORI_HISTORY_HEADS,
              getHeadsFile(config.YAMORI_DATA ?? DATA_FOLDER),
            )
          : [],
    });
  } catch (error) {
    throw config.DATABASE_URL !== undefined && isAddressProblem(error)
      ? explainConnection(config.DATABASE_URL, error)
      : error;
  }
}

async function readExportedHeads(
  given: string | undefined,
  defaultTarget: string,
): Promise<ExportedHeads[]> {
  if (given !== undefined && /^https?:\/\//.test(given)) return [];
  const target = given ?? defaultTarget;
  const text = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (given === undefined && error.code === 'ENOENT') return '';
    throw new ProblemError('file-not-readable', {
      place: 'YAMORI_HISTORY_HEADS',
      details: {
        file: target,
        reason: error.code ?? error.message,
        advice: 'name the file with the exported heads, or omit the option',
      },
    });
  });
  return parseExportedHeads(text);
}

/** Reports each percent once. */
function createProgressReporter(): Progress {
  let reportedPercent = -1;
  return (share, what) => {
    const percent = Math.floor(share * 100);
    if (percent === reportedPercent) return;
    reportedPercent = percent;
    process.send?.({ kind: 'progress', share, what });
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

export const isOperation = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(OPERATIONS, name);

/**
 * Commands for operators: `backup TO`, `restore FROM`, `verify-history`, `migrate`. The `yamori`
 * command (apps/command, commands/operations.ts) starts this process and prints its messages.
 */
export async function operate(
  commandLine: readonly string[],
  environment: Environment,
): Promise<void> {
  const sendResult = (message: object, exitCode: number): void => {
    process.exitCode = exitCode;
    process.send?.(message, () => process.disconnect?.());
  };
  try {
    sendResult({ kind: 'done', ...(await run(commandLine, environment)) }, 0);
  } catch (error) {
    if (error instanceof ProblemError)
      return sendResult(
        {
          kind: 'refused',
          code: error.problem.code,
          place: error.problem.place ?? null,
          details: error.problem.details ?? {},
        },
        1,
      );
    process.stderr.write(
      `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    sendResult(
      { kind: 'fault', message: error instanceof Error ? error.message : String(error) },
      1,
    );
  }
}
