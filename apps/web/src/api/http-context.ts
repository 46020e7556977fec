import { createContext, useContext, useMemo } from 'react';
import { createHttp, type Http } from './http.ts';

/** Calls to the page's own server; a test passes its own. */
export const HttpContext = createContext<Http>(
  createHttp({ fetch: (url, init) => globalThis.fetch(url, init) }),
);

/** Only `api.ts` files call the server: a component uses their hooks. */
export const useHttp = (): Http => useContext(HttpContext);

/** The hook of a group of calls; the calls stay the same between renders. */
export const apiHook = <Calls extends object>(bind: (http: Http) => Calls): (() => Calls) =>
  function useCalls() {
    const http = useHttp();
    return useMemo(() => bind(http), [http]);
  };
