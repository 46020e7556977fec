import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import { EXPORT_MOST_CHANNELS, type ExportLimits, type ExportParts } from './export-parts.ts';
import { exportRoutes } from './export-routes.ts';

type ExportDeps = {
  readonly limits: ExportLimits;
  readonly readStreams: (
    range: Parameters<ExportParts['readStreams']>[0],
    mostChannels: number,
  ) => ReturnType<ExportParts['readStreams']>;
};

/** Opens the routes that export ranges of rooms from the timeline. */
export const openExports = (
  { store, timeline }: Core,
  { limits, readStreams }: ExportDeps,
): Module => ({
  routes: exportRoutes({
    store,
    timeline,
    limits,
    readStreams: (range) => readStreams(range, EXPORT_MOST_CHANNELS),
  }),
});
