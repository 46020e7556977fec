import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import type { ExportParts } from './export-parts.ts';
import { exportRoutes } from './export-routes.ts';

/** Opens the routes that export ranges of rooms from the timeline. */
export const openExports = (
  { store, timeline }: Core,
  deps: Pick<ExportParts, 'limits' | 'readStreams'>,
): Module => ({
  routes: exportRoutes({ store, timeline, ...deps }),
});
