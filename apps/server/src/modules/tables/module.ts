import { randomBytes } from 'node:crypto';
import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import { createSecretBox } from '../../core/secrets/secret-box.ts';
import { createCsvImportCommands } from './csv-import-commands.ts';
import { csvImportJobKind } from './csv-import-job.ts';
import type { CsvImportDeps } from './csv-import-deps.ts';
import { csvImportRoutes } from './csv-import-routes.ts';

type TableOptions = Pick<CsvImportDeps, 'inviting' | 'readActor' | 'limits'>;

/**
 * Imports tables of rooms, devices, staff and nights. A job imports the stored and checked rows
 * (docs/csv-import.md).
 */
export function openTables(core: Core, options: TableOptions): Module {
  const codes = createSecretBox(core.secret, 'csv-invitation-codes');
  const deps: CsvImportDeps = { ...core, ...options, newId, codes };
  core.jobs.handle(csvImportJobKind(deps));
  return { routes: csvImportRoutes(deps, createCsvImportCommands(deps)) };
}

const ID_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates an id of 20 letters and digits, like the ids that browsers create. */
const newId = (): string =>
  [...randomBytes(20)].map((byte) => ID_DIGITS[byte % ID_DIGITS.length] ?? '').join('');
