import type { Guard } from '../access/guard.ts';

/** Page layout around a screen. */
export type Layout = 'main' | 'auth' | 'plain';

/** Navigation group of a route; `none` for routes reached only by a link or redirect. */
export type NavigationGroup =
  | 'watch'
  | 'rooms'
  | 'configuration'
  | 'agency'
  | 'master'
  | 'member'
  | 'none';

/**
 * A route of the specification (section 2). `id` names its screen and texts. `path` is absolute
 * with `$name` parameters. `guards` run in order, the parent's first.
 */
export type Route = {
  readonly id: string;
  readonly path: string;
  readonly layout: Layout;
  readonly guards: readonly Guard[];
  readonly navigation: NavigationGroup;
  /** Target of a path without a screen. */
  readonly redirectTo?: string;
  /**
   * Id of the route whose screen this path also shows (a child path that the specification also
   * lists as absolute).
   */
  readonly sameAs?: string;
};
