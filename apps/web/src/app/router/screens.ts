import type { ComponentType } from 'react';

type LoadScreen = () => Promise<ComponentType<object>>;

const screen =
  <Name extends string>(
    load: () => Promise<Readonly<Record<Name, ComponentType<object>>>>,
    name: Name,
  ): LoadScreen =>
  async () =>
    (await load())[name];

const roomSleep = screen(() => import('../../features/nights/sleep-screen.tsx'), 'SleepScreen');
const roomLayout = screen(() => import('../../features/nights/room-layout.tsx'), 'RoomLayout');
const roomConfig = screen(() => import('../pages/room-config-page.tsx'), 'RoomConfigPage');
const deviceConfig = screen(
  () => import('../../features/devices/config/device-config-screen.tsx'),
  'DeviceConfigScreen',
);
const home = screen(() => import('../pages/home-page.tsx'), 'HomePage');
const signals = () => import('../../features/signals/raw-screens.tsx');

/**
 * The screen of each route id and the layouts of areas. The sign-in page is not among them: with
 * the names of their files the table is 4 KB of gzip, which its visitors do not load.
 */
export const SCREENS: Readonly<Record<string, LoadScreen>> = {
  index: home,
  'index-list-blank': home,
  'index-list-card': home,
  'index-list-table': home,
  'index-list-smallcard': home,
  monitoring: screen(() => import('../pages/monitoring-page.tsx'), 'MonitoringPage'),
  'monitoring-device': screen(signals, 'MonitoringDeviceScreen'),
  'raw-eit': screen(signals, 'RawEitScreen'),
  'raw-respi-axl': screen(signals, 'RawRespiAxlScreen'),
  'raw-multi': screen(signals, 'RawMultiScreen'),
  'raw-ecg': screen(signals, 'RawEcgScreen'),
  'raw-impe': screen(signals, 'RawImpeScreen'),
  'raw-respihr': screen(signals, 'RawRespihrScreen'),
  'raw-button': screen(signals, 'RawButtonScreen'),
  'raw-temparature': screen(signals, 'RawTemparatureScreen'),
  'monitoring-room': screen(signals, 'MonitoringRoomScreen'),
  'room-raw-multi': screen(signals, 'RoomRawMultiScreen'),
  'room-raw-respi-axl': screen(signals, 'RoomRawRespiAxlScreen'),
  'room-raw-button': screen(signals, 'RoomRawButtonScreen'),
  'room-sleep': roomSleep,
  'room-result': screen(
    () => import('../../features/nights/result/result-screen.tsx'),
    'ResultScreen',
  ),
  'room-accident': screen(
    () => import('../../features/alarms/accident-screen.tsx'),
    'AccidentScreen',
  ),
  master: screen(() => import('../../features/platform/fleet/fleet-screen.tsx'), 'FleetScreen'),
  'master-paramater-lists': screen(() => import('../pages/parameters-page.tsx'), 'ParametersPage'),
  'master-device-types': screen(
    () => import('../../features/devices/types/device-type-screen.tsx'),
    'DeviceTypeScreen',
  ),
  'master-device-type': screen(
    () => import('../../features/devices/types/device-type-page.tsx'),
    'DeviceTypePage',
  ),
  'master-view-lists': screen(() => import('../pages/view-lists-page.tsx'), 'ViewListsPage'),
  'master-domain-lists': screen(
    () => import('../../features/organisations/domain-lists-screen.tsx'),
    'DomainListsScreen',
  ),
  'master-domain': screen(
    () => import('../../features/organisations/domain-page.tsx'),
    'DomainPage',
  ),
  'master-domain-sleep': screen(() => import('../pages/domain-pages.tsx'), 'DomainSleepPage'),
  'master-domain-history': screen(() => import('../pages/domain-pages.tsx'), 'DomainHistoryPage'),
  'master-device': screen(() => import('../../features/devices/device-page.tsx'), 'DevicePage'),
  'master-history-lists': screen(
    () => import('../../features/history/update-history-screen.tsx'),
    'UpdateHistoryScreen',
  ),
  'room-list-card': roomConfig,
  'room-list-table': roomConfig,
  'room-list-smallcard': roomConfig,
  'device-list-card': deviceConfig,
  'device-list-table': deviceConfig,
  'device-list-smallcard': deviceConfig,
  'serial-number': screen(
    () => import('../../features/devices/config/serial-screen.tsx'),
    'SerialScreen',
  ),
  'data-import': screen(
    () => import('../../features/imports/data-import-screen.tsx'),
    'DataImportScreen',
  ),
  'room-import': screen(
    () => import('../../features/imports/room-import-screen.tsx'),
    'RoomImportScreen',
  ),
  'room-history': screen(
    () => import('../../features/imports/history/history-screen.tsx'),
    'HistoryScreen',
  ),
  'domain-config': screen(() => import('../pages/domain-config-page.tsx'), 'DomainConfigPage'),
  report: screen(() => import('../../features/reports/report-screen.tsx'), 'ReportScreen'),
  'device-borrow': screen(
    () => import('../../features/devices/loans/loan-screen.tsx'),
    'LoanScreen',
  ),
  'agency-devices': screen(() => import('../pages/agency-devices-page.tsx'), 'AgencyDevicesPage'),
  'agency-statistics': screen(
    () => import('../../features/billing/agency/statistics-screen.tsx'),
    'StatisticsScreen',
  ),
  'agency-bills': screen(() => import('../../features/billing/bills-screen.tsx'), 'BillsScreen'),
  'agency-partners': screen(
    () => import('../../features/billing/partners/partners-screen.tsx'),
    'PartnersScreen',
  ),
  'agency-partner': screen(
    () => import('../../features/billing/partners/partner-screen.tsx'),
    'PartnerScreen',
  ),
  'csv-import': screen(
    () => import('../../features/tables/csv-import-screen.tsx'),
    'CsvImportScreen',
  ),
  'account-info': screen(
    () => import('../../features/account/account-screen.tsx'),
    'AccountScreen',
  ),
  help: screen(() => import('../../features/help/help-screen.tsx'), 'HelpScreen'),
  link: screen(() => import('../../features/account/link-screen.tsx'), 'LinkScreen'),
  sso: screen(() => import('../../features/sign-in/sso-screen.tsx'), 'SsoScreen'),
  'sso-provider': screen(
    () => import('../../features/sign-in/sso-provider-screen.tsx'),
    'SsoProviderScreen',
  ),
  handleauth: screen(() => import('../pages/handleauth-page.tsx'), 'HandleauthPage'),
  signup: screen(() => import('../../features/registration/signup-screen.tsx'), 'SignupScreen'),
  anonymous: screen(
    () => import('../../features/registration/anonymous-screen.tsx'),
    'AnonymousScreen',
  ),
  register: screen(
    () => import('../../features/registration/register-screen.tsx'),
    'RegisterScreen',
  ),
  registerdomain: screen(
    () => import('../../features/registration/register-domain-screen.tsx'),
    'RegisterDomainScreen',
  ),
  registerUser: screen(
    () => import('../../features/registration/register-user-screen.tsx'),
    'RegisterUserScreen',
  ),
  'register-report-access-user': screen(
    () => import('../pages/report-access-page.tsx'),
    'ReportAccessPage',
  ),
  mfaauth: screen(() => import('../../features/sign-in/mfaauth-screen.tsx'), 'MfaauthScreen'),
  // Pages that share a head: those of one room, of the agency's area and of the maker's.
  'room-layout': () => {
    // The most visited page of a room is loaded in parallel.
    roomSleep().catch(() => undefined);
    return roomLayout();
  },
  'agency-layout': screen(
    () => import('../../features/billing/agency/agency-layout.tsx'),
    'AgencyLayout',
  ),
  'master-layout': screen(
    () => import('../../features/platform/master-layout.tsx'),
    'MasterLayout',
  ),
};

export function loadScreen(id: string): Promise<ComponentType<object>> {
  const load = SCREENS[id];
  if (load === undefined) throw new Error(`no screen for ${id}`);
  return load();
}
