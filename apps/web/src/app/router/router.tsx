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
import { loadMainLayout, MemberLayout } from '../layout/member-layout.tsx';
import { PlainLayout } from '../layout/plain-layout.tsx';
import type { TextPart } from '../../locales/translation.ts';
import { lazyComponent, type LazyComponent } from '../../kit/pages/lazy-component.tsx';
import { guardOutcome } from './guard-redirect.ts';
import { RootErrorBoundary } from './root-error-boundary.tsx';
import {
  UnknownRoutePage,
  NotFoundPage,
  PendingPage,
  PendingScreen,
  RootFrame,
  ScreenError,
} from './router-pages.tsx';
import { guardScreen } from './refused-screen.tsx';

/** Context of the route guards at the time of a navigation. */
type RouterContext = {
  readonly visitor: () => Visitor;
  /** The only address that a session of a one-time link can open; null for other sessions. */
  readonly onlyAddress: () => string | null;
  /** Whether the component gallery is available: in development and in the demo. */
  readonly hasGallery: boolean;
  /** Loads texts of screens that the sign-in page does not need. */
  readonly loadTexts: (part: TextPart) => Promise<void>;
};

const LOGIN = lazyComponent(() => import('../../features/sign-in/login-screen.tsx'), 'LoginScreen');

const lazyScreen = (id: string): LazyComponent<object> =>
  id === 'login'
    ? LOGIN
    : lazyComponent(async () => {
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
  // Runs before code or texts of the members' pages load, and for unknown addresses too.
  beforeLoad({ context, location }) {
    const only = context.onlyAddress();
    if (only !== null && location.pathname !== only) throw redirect({ href: only, replace: true });
  },
  component: RootFrame,
  notFoundComponent: UnknownRoutePage,
  errorComponent: RootErrorBoundary,
});

/** Loads code and texts in parallel and before drawing, so that they do not wait for each other. */
const openFrame = (context: RouterContext): Promise<void> | undefined => {
  if (context.visitor().kind === 'signedOut') return undefined;
  loadMainLayout();
  return context.loadTexts('ward');
};

const layoutComponents: Readonly<Record<Layout, RouteComponent>> = {
  main: MemberLayout,
  auth: AuthLayout,
  plain: PlainLayout,
};

const LAYOUT_LOADERS: Readonly<Record<Layout, (context: RouterContext) => LayoutLoader>> = {
  // Blocks, because the layout may be open without a session, and so without these texts.
  main: (context) => ({
    loader: { handler: () => openFrame(context), staleReloadMode: 'blocking' },
  }),
  auth: (context) => ({ loader: { handler: () => context.loadTexts('ward') } }),
  plain: () => ({}),
};

type LayoutLoader = {
  readonly loader?: {
    readonly handler: () => Promise<void> | undefined;
    readonly staleReloadMode?: 'blocking';
  };
};

function layoutRoute(layout: Layout, context: RouterContext): AnyRoute {
  const parent = createRoute({
    getParentRoute: () => rootRoute,
    id: layout,
    component: layoutComponents[layout],
    ...LAYOUT_LOADERS[layout](context),
  });
  const routes = ROUTES.filter((route) => getLayout(route) === layout);
  const areas =
    layout === 'main'
      ? AREAS.map(({ id, holds, component }) => {
          const area = createRoute({
            getParentRoute: () => parent,
            id: `${layout}-${id}`,
            component,
            loader: component.prefetch,
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
    ...(layout === 'main' ? [notFoundRoute(parent)] : []),
  ]);
}

/** Pages that share a head: those of one room, of the agency's area and of the maker's. */
const AREAS: readonly {
  readonly id: string;
  readonly holds: (route: Route) => boolean;
  readonly component: LazyComponent<object>;
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
 * Any other path. Members see it within the frame, so that a mistyped address does not hide calls.
 */
const notFoundRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: '$',
    staticData: { isPublic: true },
    component: NotFoundPage,
  });

const GALLERY = lazyComponent(
  () => import('../../features/gallery/gallery-screen.tsx'),
  'GalleryScreen',
);

/** The component gallery, for designers. Not a route of the product. */
function galleryRoute(parent: AnyRoute, context: RouterContext): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: '/gallery',
    component: GALLERY,
    staticData: { routeId: 'gallery' },
    loader: async () => {
      GALLERY.prefetch();
      await context.loadTexts('ward');
      await context.loadTexts('gallery');
    },
    pendingComponent: PendingScreen,
    errorComponent: ScreenError,
  });
}

/** Public pages that a member opens too, while they watch. */
const PUBLIC_IN_FRAME: ReadonlySet<string> = new Set(['register']);

const getLayout = ({ id, layout }: Route): Layout => (PUBLIC_IN_FRAME.has(id) ? 'main' : layout);

// Texts load in parallel with the screen's code.
function screenRoute(parent: AnyRoute, route: Route, context: RouterContext): AnyRoute {
  // A redirecting route has no screen; rejected visitors see the refusal instead.
  const screen = lazyScreen(route.redirectTo === undefined ? (route.sameAs ?? route.id) : 'index');
  return createRoute({
    getParentRoute: () => parent,
    path: route.path,
    staticData: { routeId: route.sameAs ?? route.id, isPublic: PUBLIC_IN_FRAME.has(route.id) },
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
      if (!refused) screen.prefetch();
      return SCREENS_OF_JOINING.has(route.id) ? context.loadTexts('join') : undefined;
    },
    component: guardScreen(screen),
    pendingComponent: PendingScreen,
    errorComponent: ScreenError,
  });
}

/**
 * The router, generated from the table of routes: one lazy screen per route, with guards before it
 * loads.
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
    defaultErrorComponent: RootErrorBoundary,
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
    /** A page in the members' frame that opens without a session too, without the frame. */
    readonly isPublic?: boolean;
  }
}

function scrollToTop(): void {
  globalThis.scrollTo(0, 0);
  document.getElementById('page')?.scrollTo(0, 0);
}

/**
 * URL parameters are plain strings (`?floor=2&sort=name`), never JSON, so that people can read and
 * type them.
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
