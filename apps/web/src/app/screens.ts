import { lazyRouteComponent } from '@tanstack/react-router';

/** The frame of everything behind sign-in is a chunk of its own, so that the sign-in page stays small. */
export const MAIN_LAYOUT = lazyRouteComponent(() => import('./layout/main-layout.tsx'), 'MainLayout');

const home = lazyRouteComponent(() => import('./home-entry.tsx'), 'HomeEntry');

/**
 * The screen of each route id, loaded when it is opened. Ids that are not here belong to later versions and lead
 * to the page that says so.
 */
export const SCREENS: Readonly<Record<string, ReturnType<typeof lazyRouteComponent>>> = {
  'index': home,
  'index-list-blank': home,
  'index-list-card': home,
  'index-list-table': home,
  'index-list-smallcard': home,
  'monitoring': lazyRouteComponent(() => import('../features/monitoring/monitoring-screen.tsx'), 'MonitoringScreen'),
  'monitoring-device': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'MonitoringDeviceScreen'),
  'raw-eit': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawEitScreen'),
  'raw-respi-axl': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawRespiAxlScreen'),
  'raw-multi': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawMultiScreen'),
  'raw-ecg': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawEcgScreen'),
  'raw-impe': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawImpeScreen'),
  'raw-respihr': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawRespihrScreen'),
  'raw-button': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawButtonScreen'),
  'raw-temparature': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RawTemparatureScreen'),
  'monitoring-room': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'MonitoringRoomScreen'),
  'room-raw-multi': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RoomRawMultiScreen'),
  'room-raw-respi-axl': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RoomRawRespiAxlScreen'),
  'room-raw-button': lazyRouteComponent(() => import('../features/raw/raw-screens.tsx'), 'RoomRawButtonScreen'),
  'account-info': lazyRouteComponent(() => import('../features/account/account-screen.tsx'), 'AccountScreen'),
  'help': lazyRouteComponent(() => import('../features/help/help-screen.tsx'), 'HelpScreen'),
  'link': lazyRouteComponent(() => import('../features/account/link-screen.tsx'), 'LinkScreen'),
  'sso': lazyRouteComponent(() => import('../features/session/sso-screen.tsx'), 'SsoScreen'),
  'sso-provider': lazyRouteComponent(() => import('../features/session/sso-provider-screen.tsx'), 'SsoProviderScreen'),
  'handleauth': lazyRouteComponent(() => import('./handleauth-page.tsx'), 'HandleauthPage'),
  'signup': lazyRouteComponent(() => import('../features/registration/signup-screen.tsx'), 'SignupScreen'),
  'anonymous': lazyRouteComponent(() => import('../features/registration/anonymous-screen.tsx'), 'AnonymousScreen'),
  'register': lazyRouteComponent(() => import('../features/registration/register-screen.tsx'), 'RegisterScreen'),
  'registerdomain': lazyRouteComponent(() => import('../features/registration/register-domain-screen.tsx'), 'RegisterDomainScreen'),
  'registerUser': lazyRouteComponent(() => import('../features/registration/register-user-screen.tsx'), 'RegisterUserScreen'),
  'register-report-access-user': lazyRouteComponent(() => import('../features/registration/report-access-screen.tsx'), 'ReportAccessScreen'),
  'login': lazyRouteComponent(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
  'mfaauth': lazyRouteComponent(() => import('../features/session/mfaauth-screen.tsx'), 'MfaauthScreen'),
  'placeholder': lazyRouteComponent(() => import('../features/placeholder/placeholder-screen.tsx'), 'PlaceholderScreen'),
};

/** Screens before sign-in whose words come with them. */
export const SCREENS_OF_JOINING: ReadonlySet<string> = new Set(['handleauth', 'signup', 'anonymous', 'register', 'registerdomain', 'registerUser', 'register-report-access-user']);
