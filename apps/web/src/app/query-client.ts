import { QueryClient } from '@tanstack/react-query';

/**
 * Asks even where the browser believes that there is no network, which it often does wrongly; and
 * asks again when it says that there is one, which that mode would leave out.
 */
export const openQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
    },
  });
