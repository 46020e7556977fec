import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import { EXPORT_MOST_CHANNELS, type ExportLimits, type ExportParts } from './export-parts.ts';
import { exportRoutes } from './export-routes.ts';

export type ExportNeeds = {
  readonly limits: ExportLimits;
  readonly readStreams: (
    range: Parameters<ExportParts['readStreams']>[0],
    mostChannels: number,
  ) => ReturnType<ExportParts['readStreams']>;
};

/** Ranges of rooms as files, read from the timeline. */
export const openExports = (
  { store, timeline }: Core,
  { limits, readStreams }: ExportNeeds,
): Module => ({
  routes: exportRoutes({
    store,
    timeline,
    limits,
    readStreams: (range) => readStreams(range, EXPORT_MOST_CHANNELS),
  }),
});
