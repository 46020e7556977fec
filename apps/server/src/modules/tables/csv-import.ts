import type { FastifyInstance } from 'fastify';
import { createCsvImportCommands } from './csv-import-commands.ts';
import { csvImportJobKind } from './csv-import-job.ts';
import type { CsvImportParts } from './csv-import-parts.ts';
import { registerCsvImportRoutes } from './csv-import-routes.ts';

/**
 * Rooms, devices, staff and nights from tables: kept, checked, done by a job (docs/csv-import.md).
 */
export function openCsvImport(server: FastifyInstance, parts: CsvImportParts): void {
  registerCsvImportRoutes(server, parts, createCsvImportCommands(parts));
  parts.jobs.handle(csvImportJobKind(parts));
}
