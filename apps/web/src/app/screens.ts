import { lazyPart, type LazyPart } from '../kit/pages/lazy-part.tsx';
import { ROOM_SLEEP } from './room-chunks.ts';

/** The frame behind sign-in is a separate chunk, so that the sign-in page stays small. */
export const MAIN_LAYOUT = lazyPart(() => import('./layout/main-layout.tsx'), 'MainLayout');

const roomConfig = lazyPart(() => import('./room-config-entry.tsx'), 'RoomConfigEntry');
const deviceConfig = lazyPart(
  () => import('../features/devices/config/device-config-screen.tsx'),
  'DeviceConfigScreen',
);

const home = lazyPart(() => import('./home-entry.tsx'), 'HomeEntry');

/**
 * The screen of each route id, loaded when it is opened. `guard-redirect.test.ts` compares them
 * with the table of routes.
 */
export const SCREENS: Readonly<Record<string, LazyPart<object>>> = {
  index: home,
  'index-list-blank': home,
  'index-list-card': home,
  'index-list-table': home,
  'index-list-smallcard': home,
  monitoring: lazyPart(() => import('./monitoring-entry.tsx'), 'MonitoringEntry'),
  'monitoring-device': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'MonitoringDeviceScreen',
  ),
  'raw-eit': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawEitScreen'),
  'raw-respi-axl': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'RawRespiAxlScreen',
  ),
  'raw-multi': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawMultiScreen'),
  'raw-ecg': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawEcgScreen'),
  'raw-impe': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawImpeScreen'),
  'raw-respihr': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawRespihrScreen'),
  'raw-button': lazyPart(() => import('../features/signals/raw-screens.tsx'), 'RawButtonScreen'),
  'raw-temparature': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'RawTemparatureScreen',
  ),
  'monitoring-room': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'MonitoringRoomScreen',
  ),
  'room-raw-multi': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'RoomRawMultiScreen',
  ),
  'room-raw-respi-axl': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'RoomRawRespiAxlScreen',
  ),
  'room-raw-button': lazyPart(
    () => import('../features/signals/raw-screens.tsx'),
    'RoomRawButtonScreen',
  ),
  'room-sleep': ROOM_SLEEP,
  'room-result': lazyPart(
    () => import('../features/nights/result/result-screen.tsx'),
    'ResultScreen',
  ),
  'room-accident': lazyPart(
    () => import('../features/alarms/accident-screen.tsx'),
    'AccidentScreen',
  ),
  master: lazyPart(() => import('../features/platform/fleet/fleet-screen.tsx'), 'FleetScreen'),
  'master-paramater-lists': lazyPart(() => import('./parameters-entry.tsx'), 'ParametersEntry'),
  'master-device-types': lazyPart(
    () => import('../features/devices/types/device-type-screen.tsx'),
    'DeviceTypeScreen',
  ),
  'master-device-type': lazyPart(
    () => import('../features/devices/types/device-type-page.tsx'),
    'DeviceTypePage',
  ),
  'master-view-lists': lazyPart(() => import('./view-lists-entry.tsx'), 'ViewListsEntry'),
  'master-domain-lists': lazyPart(
    () => import('../features/organisations/domain-lists-screen.tsx'),
    'DomainListsScreen',
  ),
  'master-domain': lazyPart(
    () => import('../features/organisations/domain-page.tsx'),
    'DomainPage',
  ),
  'master-domain-sleep': lazyPart(() => import('./domain-master-entry.tsx'), 'DomainSleepEntry'),
  'master-domain-history': lazyPart(
    () => import('./domain-master-entry.tsx'),
    'DomainHistoryEntry',
  ),
  'master-device': lazyPart(() => import('../features/devices/device-page.tsx'), 'DevicePage'),
  'master-history-lists': lazyPart<object, 'UpdateHistoryScreen'>(
    () => import('../features/history/update-history-screen.tsx'),
    'UpdateHistoryScreen',
  ),
  'room-list-card': roomConfig,
  'room-list-table': roomConfig,
  'room-list-smallcard': roomConfig,
  'device-list-card': deviceConfig,
  'device-list-table': deviceConfig,
  'device-list-smallcard': deviceConfig,
  'serial-number': lazyPart(
    () => import('../features/devices/config/serial-screen.tsx'),
    'SerialScreen',
  ),
  'data-import': lazyPart(
    () => import('../features/imports/data-import-screen.tsx'),
    'DataImportScreen',
  ),
  'room-import': lazyPart(
    () => import('../features/imports/room-import-screen.tsx'),
    'RoomImportScreen',
  ),
  'room-history': lazyPart(
    () => import('../features/imports/history/history-screen.tsx'),
    'HistoryScreen',
  ),
  'domain-config': lazyPart(() => import('./domain-config-entry.tsx'), 'DomainConfigEntry'),
  report: lazyPart(() => import('../features/reports/report-screen.tsx'), 'ReportScreen'),
  'device-borrow': lazyPart(
    () => import('../features/devices/loans/loan-screen.tsx'),
    'LoanScreen',
  ),
  'agency-devices': lazyPart(() => import('./agency-devices-entry.tsx'), 'AgencyDevicesEntry'),
  'agency-statistics': lazyPart(
    () => import('../features/billing/agency/statistics-screen.tsx'),
    'StatisticsScreen',
  ),
  'agency-bills': lazyPart(() => import('../features/billing/bills-screen.tsx'), 'BillsScreen'),
  'agency-partners': lazyPart(
    () => import('../features/billing/partners/partners-screen.tsx'),
    'PartnersScreen',
  ),
  'agency-partner': lazyPart(
    () => import('../features/billing/partners/partner-screen.tsx'),
    'PartnerScreen',
  ),
  'csv-import': lazyPart(
    () => import('../features/tables/csv-import-screen.tsx'),
    'CsvImportScreen',
  ),
  'account-info': lazyPart(() => import('../features/account/account-screen.tsx'), 'AccountScreen'),
  help: lazyPart(() => import('../features/help/help-screen.tsx'), 'HelpScreen'),
  link: lazyPart(() => import('../features/account/link-screen.tsx'), 'LinkScreen'),
  sso: lazyPart(() => import('../features/sign-in/sso-screen.tsx'), 'SsoScreen'),
  'sso-provider': lazyPart(
    () => import('../features/sign-in/sso-provider-screen.tsx'),
    'SsoProviderScreen',
  ),
  handleauth: lazyPart(() => import('./handleauth-page.tsx'), 'HandleauthPage'),
  signup: lazyPart(() => import('../features/registration/signup-screen.tsx'), 'SignupScreen'),
  anonymous: lazyPart(
    () => import('../features/registration/anonymous-screen.tsx'),
    'AnonymousScreen',
  ),
  register: lazyPart(
    () => import('../features/registration/register-screen.tsx'),
    'RegisterScreen',
  ),
  registerdomain: lazyPart(
    () => import('../features/registration/register-domain-screen.tsx'),
    'RegisterDomainScreen',
  ),
  registerUser: lazyPart(
    () => import('../features/registration/register-user-screen.tsx'),
    'RegisterUserScreen',
  ),
  'register-report-access-user': lazyPart(
    () => import('./report-access-entry.tsx'),
    'ReportAccessEntry',
  ),
  login: lazyPart(() => import('../features/sign-in/login-screen.tsx'), 'LoginScreen'),
  mfaauth: lazyPart(() => import('../features/sign-in/mfaauth-screen.tsx'), 'MfaauthScreen'),
};

/** Screens around sign-in with their own texts. */
export const SCREENS_OF_JOINING: ReadonlySet<string> = new Set([
  'handleauth',
  'mfaauth',
  'signup',
  'anonymous',
  'register',
  'registerdomain',
  'registerUser',
  'register-report-access-user',
]);

/** Around every page of the agency's area. */
export const AGENCY_LAYOUT = lazyPart(
  () => import('../features/billing/agency/agency-layout.tsx'),
  'AgencyLayout',
);

/** Around every page of the maker's area. */
export const MASTER_LAYOUT = lazyPart(
  () => import('../features/platform/master-layout.tsx'),
  'MasterLayout',
);
