import { createContext, useContext } from 'react';
import type { OfflineAccess } from '../boot/backend.ts';

/** For a browser without storage. */
export const NO_OFFLINE_ACCESS: OfflineAccess = { database: null, cachedSince: () => null };

export const OfflineContext = createContext<OfflineAccess>(NO_OFFLINE_ACCESS);

/** Data cached in this browser for offline use. */
export const useOffline = (): OfflineAccess => useContext(OfflineContext);
