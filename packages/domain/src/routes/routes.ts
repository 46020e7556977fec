import { anyone, signedIn, signedOut, type Guard } from '../access/guard.ts';
import {
  agencyAreaGuard,
  agencyLevelGuard,
  configurationGuard,
  developerLevelGuard,
  deviceBorrowGuard,
  domainConfigGuard,
  masterAreaGuard,
  monitoringGuard,
  roomGuard,
  roomStaffGuard,
} from './guards-table.ts';
import type { Layout, NavigationGroup, Route } from './route.ts';

const route = (
  id: string,
  path: string,
  guards: readonly Guard[],
  navigation: NavigationGroup = 'none',
  layout: Layout = 'main',
): Route => ({ id, path, layout, guards, navigation });

const redirect = (
  id: string,
  path: string,
  guards: readonly Guard[],
  redirectTo: string,
): Route => ({
  ...route(id, path, guards),
  redirectTo,
});

const twin = (sameAs: string, path: string, guards: readonly Guard[]): Route => ({
  ...route(`${sameAs}-child`, path, guards),
  sameAs,
});

const home: Route[] = [
  route('index', '/', [signedIn], 'watch'),
  route('index-list-blank', '/index-list-blank', [signedIn]),
  route('index-list-card', '/index-list-card', [signedIn]),
  route('index-list-table', '/index-list-table', [signedIn]),
  route('index-list-smallcard', '/index-list-smallcard', [signedIn]),
  route('link', '/link', [signedIn], 'none', 'auth'),
  route('help', '/help', [signedIn], 'member'),
  route('account-info', '/account-info', [signedIn], 'member'),
];

const configuration: Route[] = [
  {
    ...route('room-config', '/room-config', [configurationGuard], 'configuration'),
    redirectTo: '/room-config/room-list-card',
  },
  route('room-list-card', '/room-config/room-list-card', [configurationGuard]),
  route('room-list-table', '/room-config/room-list-table', [configurationGuard]),
  route('room-list-smallcard', '/room-config/room-list-smallcard', [configurationGuard]),
  {
    ...route('device-config', '/device-config', [configurationGuard], 'configuration'),
    redirectTo: '/device-config/device-list-card',
  },
  route('device-list-table', '/device-config/device-list-table', [configurationGuard]),
  route('device-list-card', '/device-config/device-list-card', [configurationGuard]),
  route('device-list-smallcard', '/device-config/device-list-smallcard', [configurationGuard]),
  route('data-import', '/data-import', [configurationGuard], 'configuration'),
  route('csv-import', '/csv-import', [configurationGuard], 'configuration'),
  route('domain-config', '/domain-config', [domainConfigGuard], 'configuration'),
  route('device-borrow', '/device-borrow', [deviceBorrowGuard], 'configuration'),
  route('report', '/report', [configurationGuard], 'rooms'),
];

const rawDeviceScreens = [
  'raw-eit',
  'raw-respi-axl',
  'raw-multi',
  'raw-ecg',
  'raw-impe',
  'raw-respihr',
  'raw-button',
  'raw-temparature',
] as const;
const rawRoomScreens = ['raw-respi-axl', 'raw-button', 'raw-multi'] as const;

const monitoring: Route[] = [
  route('monitoring', '/monitoring', [monitoringGuard], 'watch'),
  route('monitoring-device', '/monitoring-device', [monitoringGuard], 'watch'),
  ...rawDeviceScreens.map((screen) => route(screen, `/${screen}`, [monitoringGuard])),
  ...rawDeviceScreens.map((screen) =>
    twin(screen, `/monitoring-device/${screen}`, [monitoringGuard]),
  ),
  route('monitoring-room', '/monitoring-room', [monitoringGuard], 'watch'),
  ...rawRoomScreens.map((screen) =>
    route(`room-${screen}`, `/monitoring-room/${screen}`, [monitoringGuard]),
  ),
];

const room: Route[] = [
  redirect('room', '/room/$roomid', [roomGuard], '/room/$roomid/sleep'),
  route('room-import', '/room/$roomid/import', [roomGuard, roomStaffGuard]),
  route('room-sleep', '/room/$roomid/sleep', [roomGuard]),
  route('room-result', '/room/$roomid/result', [roomGuard]),
  route('room-accident', '/room/$roomid/accident', [roomGuard]),
  route('room-history', '/room/$roomid/history', [roomGuard, roomStaffGuard]),
  route('serial-number', '/sn/$value', [signedIn]),
];

const agencyGuards = [agencyAreaGuard, agencyLevelGuard];
const agency: Route[] = [
  redirect('agency', '/agency', [agencyAreaGuard], '/agency/devices'),
  route('agency-statistics', '/agency/statistics', agencyGuards, 'agency'),
  route('agency-devices', '/agency/devices', agencyGuards, 'agency'),
  route('agency-bills', '/agency/bills', agencyGuards, 'agency'),
  route('agency-partners', '/agency/partners', agencyGuards, 'agency'),
  route('agency-partner', '/agency/partner/$partnerId', agencyGuards),
];

const masterGuards = [masterAreaGuard, developerLevelGuard];
const master: Route[] = [
  route('master', '/master', masterGuards, 'master'),
  route('master-paramater-lists', '/master/paramater-lists', masterGuards, 'master'),
  route('master-device-type', '/master/device-lists/$deviceid', masterGuards),
  route('master-device-types', '/master/device-types', masterGuards, 'master'),
  route('master-domain-lists', '/master/domain-lists', masterGuards, 'master'),
  route('master-domain', '/master/domain/$domainid', masterGuards),
  route('master-domain-sleep', '/master/domain/$domainid/sleep', masterGuards),
  route('master-domain-history', '/master/domain/$domainid/history', masterGuards),
  route('master-device', '/master/device/$deviceSerial', masterGuards),
  route('master-view-lists', '/master/view-lists', masterGuards, 'master'),
  route('master-history-lists', '/master/history-lists', masterGuards, 'master'),
];

const plain = (id: string, path: string, guards: readonly Guard[]): Route =>
  route(id, path, guards, 'none', 'plain');
const authentication: Route[] = [
  plain('login', '/login', [signedOut]),
  plain('mfaauth', '/mfaauth', [signedOut]),
  plain('sso', '/sso', [signedOut]),
  plain('sso-provider', '/sso/$samlid', [signedOut]),
  plain('handleauth', '/handleauth', [anyone]),
  plain('signup', '/signup', [signedOut]),
  plain('anonymous', '/anonymous', [signedOut]),
  plain('register', '/register', [anyone]),
  plain('registerdomain', '/registerdomain', [anyone]),
  plain('registerUser', '/registerUser/$domainId', [anyone]),
  plain('register-report-access-user', '/register-report-access-user', [anyone]),
];

/**
 * All routes of the specification (section 2), in its order. Any other path is the not-found page.
 */
export const ROUTES: readonly Route[] = [
  ...home,
  ...configuration,
  ...monitoring,
  ...room,
  ...agency,
  ...master,
  ...authentication,
];
