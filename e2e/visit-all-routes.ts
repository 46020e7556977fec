import { decideAll, ROUTES, type Route, type Visitor } from '@yamori/domain';
import type { Page } from '@playwright/test';

/**
 * The router's destination in an open page: the address, the screen's name, and whether it is the
 * page for forbidden screens.
 */
export type Arrival = {
  readonly path: string;
  readonly screen: string;
  readonly refused: boolean;
  readonly saysRefused: boolean;
};

/** A route's address with values for its parameters. */
export const fillPath = ({ path }: Route): string => path.replace(/\$\w+/g, 'x1');

/** A member who must register a second factor sees the second message. */
const REFUSED_WORDS = ['この画面は開けません', '先に二段階認証を登録してください'];

/** What the route table promises a visitor of a route. */
export function promised(route: Route, visitor: Visitor): Arrival {
  switch (decideAll(route.guards, visitor)) {
    case 'signInFirst':
      return shown('/login', 'login');
    case 'signOutFirst':
      return shown('/', 'index');
    case 'refused':
      return { ...shown(fillPath(route), getScreen(route)), refused: true, saysRefused: true };
    case 'allowed': {
      const target = ROUTES.find(({ path }) => path === route.redirectTo) ?? route;
      return target === route
        ? shown(fillPath(route), getScreen(route))
        : promised(target, visitor);
    }
  }
}

const getScreen = ({ id, sameAs }: Route): string => sameAs ?? id;
const shown = (path: string, screen: string): Arrival => ({
  path,
  screen,
  refused: false,
  saysRefused: false,
});

/**
 * Navigates without reloading the page, like a link, and reports the destination once the page
 * shows it.
 */
export function follow(page: Page, address: string): Promise<Arrival> {
  return page.evaluate(
    async ({ href, words }) => {
      // The router exposes itself here for its developer tools.
      const router = Reflect.get(globalThis, '__TSR_ROUTER__') as {
        navigate: (to: object) => Promise<void>;
        state: {
          location: { pathname: string };
          matches: { staticData: { routeId?: string }; context: { refused?: boolean } }[];
        };
      };
      await router.navigate({ href });
      const { location, matches } = router.state;
      const refused = matches.at(-1)?.context.refused === true;
      const isShown = (): boolean =>
        [...document.querySelectorAll('h2')].some((heading) => words.includes(heading.textContent));
      // React shows the router's decision a moment later.
      for (let round = 0; round < 600 && isShown() !== refused; round += 1)
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      return {
        path: location.pathname,
        screen: matches.at(-1)?.staticData.routeId ?? '',
        refused,
        saysRefused: isShown(),
      };
    },
    { href: address, words: REFUSED_WORDS },
  );
}
