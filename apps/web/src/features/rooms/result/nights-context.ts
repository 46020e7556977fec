import { createContext, useContext } from 'react';
import { createNightsClient, type NightsClient } from '../../../client/nights-client.ts';

/** The server of the page, unless somebody hands in another. */
export const NightsContext = createContext<NightsClient>(
  createNightsClient({ fetch: (url, init) => fetch(url, init) }),
);

export const useNightsClient = (): NightsClient => useContext(NightsContext);
