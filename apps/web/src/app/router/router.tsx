import { ROUTES, type Layout, type Route, type Visitor } from '@yamori/domain';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router';
import { AuthLayout } from '../layout/auth-layout.tsx';
import { MAIN_LAYOUT, PlainLayout } from '../layout/plain-layout.tsx';
import type { WordPart } from '../../locales/translation.ts';
import { lazyPart, type LazyPart } from '../../kit/pages/lazy-part.tsx';
import { guardOutcome } from './guard-redirect.ts';
import { LastResort } from './last-resort.tsx';
import {
  NothingThere,
  NotFoundPage,
  PendingPage,
  PendingScreen,
  RootFrame,
  ScreenBroken,
} from './router-pages.tsx';
import { RefusedScreen } from './refused-screen.tsx';

/** What the guards need to know at the moment of a navigation. */
type RouterContext = {
  readonly visitor: () => Visitor;
  /** The one address that a session of a one-time link opens; null for everybody else. */
  readonly onlyAddress: () => string | null;
  /** Whether the gallery of components has a page: in development and in the demonstration. */
  readonly hasGallery: boolean;
  /** Loads texts of screens that the sign-in page does not need. */
  readonly loadWords: (part: WordPart) => Promise<void>;
};

const LOGIN = lazyPart(() => import('../../features/sign-in/login-screen.tsx'), 'LoginScreen');

const lazyScreen = (id: string): LazyPart<object> =>
  id === 'login'
    ? LOGIN
    : lazyPart(async () => {
        const { loadScreen } = await import('./screens.ts');
        return { Screen: await loadScreen(id) };
      }, 'Screen');

/** Screens around sign-in with their own texts. */
const SCREENS_OF_JOINING: ReadonlySet<string> = new Set([
  'handleauth',
  'mfaauth',
  'signup',
  'anonymous',
  'register',
  'registerdomain',
  'registerUser',
  'register-report-access-user',
]);

const rootRoute = createRootRouteWithContext<RouterContext>()({
  // Before any frame or word of the members' pages is fetched, and also where no page is.
  beforeLoad({ context, location }) {
    const only = context.onlyAddress();
    if (only !== null && location.pathname !== only) throw redirect({ href: only, replace: true });
  },
  component: RootFrame,
  notFoundComponent: NothingThere,
  errorComponent: LastResort,
});

/** Loads code and texts in parallel and before drawing, so that they do not wait for each other. */
const openFrame = (context: RouterContext): Promise<void> => {
  MAIN_LAYOUT.fetchAhead();
  return context.loadWords('ward');
};

const layoutComponents: Readonly<Record<Layout, RouteComponent>> = {
  main: MAIN_LAYOUT,
  auth: AuthLayout,
  plain: PlainLayout,
};

const LAYOUT_LOADERS: Readonly<
  Record<Layout, (context: RouterContext) => { readonly loader?: () => Promise<void> }>
> = {
  main: (context) => ({ loader: () => openFrame(context) }),
  auth: (context) => ({ loader: () => context.loadWords('ward') }),
  plain: () => ({}),
};

function layoutRoute(layout: Layout, context: RouterContext): AnyRoute {
  const parent = createRoute({
    getParentRoute: () => rootRoute,
    id: layout,
    component: layoutComponents[layout],
    ...LAYOUT_LOADERS[layout](context),
  });
  const routes = ROUTES.filter((route) => route.layout === layout);
  const areas =
    layout === 'main'
      ? AREAS.map(({ id, holds, component }) => {
          const area = createRoute({
            getParentRoute: () => parent,
            id: `${layout}-${id}`,
            component,
            loader: component.fetchAhead,
          });
          return area.addChildren(
            routes.filter(holds).map((route) => screenRoute(area, route, context)),
          );
        })
      : [];
  return parent.addChildren([
    ...routes
      .filter((route) => !AREAS.some(({ holds }) => holds(route)))
      .map((route) => screenRoute(parent, route, context)),
    ...areas,
    ...(layout === 'plain' && context.hasGallery ? [galleryRoute(parent, context)] : []),
    ...(layout === 'plain' ? [notFoundRoute(parent, context)] : []),
  ]);
}

/** Pages that share a head: those of one room, of the agency's area and of the maker's. */
const AREAS: readonly {
  readonly id: string;
  readonly holds: (route: Route) => boolean;
  readonly component: LazyPart<object>;
}[] = [
  {
    id: 'room',
    holds: ({ path }) => path.startsWith('/room/$roomid/'),
    component: lazyScreen('room-layout'),
  },
  {
    id: 'agency',
    holds: ({ path }) => path.startsWith('/agency/'),
    component: lazyScreen('agency-layout'),
  },
  {
    id: 'master',
    holds: ({ path }) => path === '/master' || path.startsWith('/master/'),
    component: lazyScreen('master-layout'),
  },
];

/**
 * Any other path. For a member within the frame, as everywhere else: a mistyped address is not to
 * hide the calls.
 */
const notFoundRoute = (parent: AnyRoute, context: RouterContext): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: '$',
    staticData: { keepsFrame: true },
    component: NotFoundPage,
    loader: () => Promise.all(wordsOfFrame(context)),
  });

const GALLERY = lazyPart(
  () => import('../../features/gallery/gallery-screen.tsx'),
  'GalleryScreen',
);

/** Every component in its states, for designers. It is no route of the product. */
function galleryRoute(parent: AnyRoute, context: RouterContext): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: '/gallery',
    component: GALLERY,
    staticData: { routeId: 'gallery' },
    loader: async () => {
      GALLERY.fetchAhead();
      await context.loadWords('ward');
      await context.loadWords('gallery');
    },
    pendingComponent: PendingScreen,
    errorComponent: ScreenBroken,
  });
}

/** Pages that a member opens too, while they watch. */
const KEEPS_FRAME: ReadonlySet<string> = new Set(['register']);

const wordsOfFrame = (context: RouterContext): Promise<void>[] =>
  context.visitor().kind === 'signedIn' ? [openFrame(context)] : [];

// Texts load in parallel with the screen's code.
function screenRoute(parent: AnyRoute, route: Route, context: RouterContext): AnyRoute {
  // A redirecting route has no screen; rejected visitors see the refusal instead.
  const screen = lazyScreen(route.redirectTo === undefined ? (route.sameAs ?? route.id) : 'index');
  return createRoute({
    getParentRoute: () => parent,
    path: route.path,
    staticData: { routeId: route.sameAs ?? route.id, keepsFrame: KEEPS_FRAME.has(route.id) },
    beforeLoad({ location, params }) {
      const outcome = guardOutcome(route, context.visitor(), location.href);
      if (outcome.kind === 'lead') throw redirect({ href: outcome.href, replace: true });
      if (route.redirectTo !== undefined && outcome.kind === 'show')
        throw redirect({ to: route.redirectTo, params, replace: true });
      return { refused: outcome.kind === 'refuse' };
    },
    loader: ({
      context: { refused },
    }: {
      readonly context: { readonly refused: boolean };
    }): Promise<unknown> | undefined => {
      if (!refused) screen.fetchAhead();
      const parts = [
        ...(SCREENS_OF_JOINING.has(route.id) ? [context.loadWords('join')] : []),
        ...(KEEPS_FRAME.has(route.id) ? wordsOfFrame(context) : []),
      ];
      return parts.length === 0 ? undefined : Promise.all(parts);
    },
    component: RefusedScreen(screen),
    pendingComponent: PendingScreen,
    errorComponent: ScreenBroken,
  });
}

/**
 * The router of the whole product, made from the table of routes: one lazy screen a route, guards
 * before it loads.
 */
export function createAppRouter(context: RouterContext) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(
      (['main', 'auth', 'plain'] as const).map((layout) => layoutRoute(layout, context)),
    ),
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: LastResort,
    defaultPendingMs: 150,
    defaultPendingMinMs: 150,
    defaultStructuralSharing: true,
    notFoundMode: 'root',
  });
  router.subscribe('onResolved', ({ pathChanged }) => {
    if (pathChanged) scrollToTop();
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Id of the screen's title. */
    readonly routeId?: string;
    /** A page before sign-in that keeps the frame during a session. */
    readonly keepsFrame?: boolean;
  }
}

function scrollToTop(): void {
  globalThis.scrollTo(0, 0);
  document.getElementById('page')?.scrollTo(0, 0);
}

/**
 * The address keeps plain texts (`?floor=2&sort=name`), never JSON, so that people can read and
 * type it.
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[key, String(value)]]
      : [],
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${text}`;
}
