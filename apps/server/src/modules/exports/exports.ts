import type { FastifyInstance } from 'fastify';
import type { ExportParts } from './export-parts.ts';
import { registerExportRoutes } from './export-routes.ts';

export { EXPORT_MOST_CHANNELS } from './export-parts.ts';

/** Ranges of rooms as files, straight from the timeline. */
export function openExports({
  server,
  ...parts
}: ExportParts & { readonly server: FastifyInstance }): void {
  registerExportRoutes(server, parts);
}
