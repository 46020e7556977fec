import type { Route } from '../../core/http/route.ts';
import { createCsvImportCommands } from './csv-import-commands.ts';
import { csvImportJobKind } from './csv-import-job.ts';
import type { CsvImportParts } from './csv-import-parts.ts';
import { csvImportRoutes } from './csv-import-routes.ts';

/**
 * Rooms, devices, staff and nights from tables: kept, checked, done by a job (docs/csv-import.md).
 */
export function openCsvImport(parts: CsvImportParts): readonly Route[] {
  parts.jobs.handle(csvImportJobKind(parts));
  return csvImportRoutes(parts, createCsvImportCommands(parts));
}
