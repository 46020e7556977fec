import { createContext, useContext } from 'react';
import type { OfflineAccess } from '../boot/backend.ts';

/** For a browser that keeps nothing. */
export const NOTHING_KEPT: OfflineAccess = { database: null, keptSince: () => null };

export const OfflineContext = createContext<OfflineAccess>(NOTHING_KEPT);

/** What this browser keeps for when the network is gone. */
export const useOffline = (): OfflineAccess => useContext(OfflineContext);
