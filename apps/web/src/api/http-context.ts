import { createContext, useContext } from 'react';
import { createHttp, type Http } from './http.ts';

/** Calls to the page's own server; a test passes its own. */
export const HttpContext = createContext<Http>(
  createHttp({ fetch: (url, init) => globalThis.fetch(url, init) }),
);

export const useHttp = (): Http => useContext(HttpContext);
