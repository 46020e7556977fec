import { QueryClient } from '@tanstack/react-query';

/**
 * Queries run even if the browser reports no network, because that is often wrong. They also retry
 * when it reports one, which this mode would otherwise omit.
 */
export const openQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, networkMode: 'always', refetchOnReconnect: true },
    },
  });
