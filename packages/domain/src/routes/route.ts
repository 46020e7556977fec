import type { Guard } from '../access/guard.ts';

/** Which frame stands around a screen. */
export type Layout = 'main' | 'auth' | 'plain';

/** Where the navigation shows a route; `none` for what is reached by a link or a redirect only. */
export type NavigationGroup =
  | 'watch'
  | 'rooms'
  | 'configuration'
  | 'agency'
  | 'master'
  | 'member'
  | 'none';

/**
 * One route of the specification, section 2. `id` names its screen and its words; `path` is
 * absolute and uses the router's `$name` for parameters. `guards` stand in order, the parent's
 * before the child's.
 */
export type Route = {
  readonly id: string;
  readonly path: string;
  readonly layout: Layout;
  readonly guards: readonly Guard[];
  readonly navigation: NavigationGroup;
  /** An empty path that only leads on. */
  readonly redirectTo?: string;
  /**
   * The same screen under a second address (a child that the specification also writes absolutely).
   */
  readonly sameAs?: string;
};
