import { randomBytes } from 'node:crypto';
import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import { createSecretBox } from '../../core/secrets/secret-box.ts';
import type { CsvImportParts } from './csv-import-parts.ts';
import type { Route } from '../../core/http/route.ts';
import { createCsvImportCommands } from './csv-import-commands.ts';
import { csvImportJobKind } from './csv-import-job.ts';
import { csvImportRoutes } from './csv-import-routes.ts';

/** Opens the import of tables of rooms, devices, staff and nights. */
export const openTables = (
  core: Core,
  needs: Pick<CsvImportParts, 'inviting' | 'actorOf' | 'limits'>,
): Module => ({
  routes: openCsvImport({
    ...core,
    ...needs,
    newId,
    codes: createSecretBox(core.secret, 'csv-invitation-codes'),
  }),
});

/** Creates an id of 20 letters and digits, like the ids that browsers create. */
function newId(): string {
  return [...randomBytes(20)].map((byte) => ID_DIGITS[byte % ID_DIGITS.length] ?? '').join('');
}
const ID_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A job imports the stored and checked rows (docs/csv-import.md). */
function openCsvImport(parts: CsvImportParts): readonly Route[] {
  parts.jobs.handle(csvImportJobKind(parts));
  return csvImportRoutes(parts, createCsvImportCommands(parts));
}
