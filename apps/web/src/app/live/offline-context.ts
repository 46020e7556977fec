import { createContext, useContext } from 'react';
import type { OfflineSide } from '../boot/backend.ts';

/** For a browser that keeps nothing. */
export const NOTHING_KEPT: OfflineSide = { database: null, keptSince: () => null };

export const OfflineContext = createContext<OfflineSide>(NOTHING_KEPT);

/** What this browser keeps for when the network is gone. */
export const useOfflineSide = (): OfflineSide => useContext(OfflineContext);
