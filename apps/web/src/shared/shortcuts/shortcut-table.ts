import { decideAll, ROUTES, type Visitor } from '@yamori/domain';

/** Sequences that open a screen: `g`, then this key. */
const SCREEN_KEYS: Readonly<Record<string, string>> = {
  b: 'index',
  m: 'monitoring',
  d: 'monitoring-device',
  r: 'monitoring-room',
  p: 'report',
  c: 'room-config',
  e: 'device-config',
  i: 'data-import',
  o: 'domain-config',
  a: 'agency-devices',
  x: 'master',
  u: 'account-info',
  h: 'help',
};

type ScreenShortcut = {
  readonly key: string;
  readonly routeId: string;
  readonly path: string;
};

/** The shortcuts whose screens this visitor can open. */
export const screenShortcuts = (visitor: Visitor): readonly ScreenShortcut[] =>
  Object.entries(SCREEN_KEYS).flatMap(([key, routeId]) => {
    const route = ROUTES.find(({ id }) => id === routeId);
    return route !== undefined && decideAll(route.guards, visitor) === 'allowed'
      ? [{ key, routeId, path: route.path }]
      : [];
  });

/** Without `g`: to the first alarm of the banner. */
export const ALARM_KEY = 'a';
/** After `g`: to the attention list (対応). */
export const ATTENTION_KEY = 't';

/** Keys that work everywhere, with the labels of `help.shortcut`. */
export const COMMON_SHORTCUTS = [
  { keys: ['Ctrl', 'K'], word: 'search' },
  { keys: ['?'], word: 'list' },
  { keys: [ALARM_KEY.toUpperCase()], word: 'alarm' },
  { keys: ['G', 'T'], word: 'attention' },
  { keys: ['Esc'], word: 'leave' },
  { keys: ['↑', '↓', '←', '→'], word: 'move' },
  { keys: ['Home', 'End'], word: 'firstLast' },
  { keys: ['Enter'], word: 'open' },
] as const;
