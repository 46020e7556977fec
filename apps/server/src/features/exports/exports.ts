import type { FastifyInstance } from 'fastify';
import { EXPORT_LIMITS, type ExportLimits, type ExportParts } from './export-parts.ts';
import { registerExportRoutes } from './export-routes.ts';

export type ExportsOptions = Omit<ExportParts, 'limits'> & { readonly server: FastifyInstance; readonly limits?: Partial<ExportLimits> };

/** Ranges of rooms as files, straight from the timeline. */
export function openExports({ server, limits, ...parts }: ExportsOptions): void {
  registerExportRoutes(server, { ...parts, limits: { ...EXPORT_LIMITS, ...limits } });
}
