import { decideAll, ROUTES, type NavigationGroup, type Route, type Visitor } from '@yamori/domain';
import type { ToolIconName } from '../../kit/icons/tool-icon.tsx';

const RAIL_GROUPS = [
  'watch',
  'rooms',
  'configuration',
  'agency',
  'master',
  'member',
] as const satisfies readonly NavigationGroup[];
type RailGroup = {
  readonly group: (typeof RAIL_GROUPS)[number];
  readonly routes: readonly Route[];
};

const ICONS: Readonly<Record<string, ToolIconName>> = {
  index: 'board',
  monitoring: 'pulse',
  'monitoring-device': 'sensor',
  'monitoring-room': 'door',
  report: 'report',
  'room-config': 'sliders',
  'device-config': 'sensor',
  'data-import': 'upload',
  'csv-import': 'table',
  'domain-config': 'organisation',
  'device-borrow': 'lend',
  'agency-statistics': 'statistics',
  'agency-devices': 'fleet',
  'agency-bills': 'receipt',
  'agency-partners': 'partners',
  master: 'fleet',
  'master-paramater-lists': 'sliders',
  'master-device-types': 'sensor',
  'master-domain-lists': 'organisation',
  'master-view-lists': 'layout',
  'master-history-lists': 'history',
  help: 'help',
  'account-info': 'account',
};

export const routeIcon = (routeId: string): ToolIconName => ICONS[routeId] ?? 'right';

/**
 * What the rail shows a visitor: the routes with a place in it whose guards all allow them, group
 * by group.
 */
export function railGroups(visitor: Visitor): readonly RailGroup[] {
  return RAIL_GROUPS.map((group) => ({
    group,
    routes: ROUTES.filter(
      (route) => route.navigation === group && decideAll(route.guards, visitor) === 'allowed',
    ),
  })).filter(({ routes }) => routes.length > 0);
}

/** Whether a route's place in the rail is lit at an address: its own page or one below it. */
export function isCurrent(route: Route, path: string): boolean {
  if (route.path === '/') return path === '/' || path.startsWith('/index-list-');
  if (route.path === '/master') return path === '/master';
  return path === route.path || path.startsWith(`${route.path}/`);
}
