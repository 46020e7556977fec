import type { Route } from '../../../core/http/route.ts';
import { nightJobKind } from './night-job.ts';
import {
  createAnalysisRequests,
  type AnalysisRequests,
  type NightRoom,
} from './analysis-requests.ts';
import type { NightKey } from './analysis-requests-store.ts';
import type { NightContext } from './night-context.ts';
import type { NightBounds } from './night-result-writer.ts';
import { nightRoutes } from './night-routes.ts';
import { createNightScheduler, type NightScheduler } from './night-scheduler.ts';
import { readNightNames } from './night-versions-store.ts';
import {
  NOT_SIMULATED,
  storeSimulatedNight,
  writeSimulatedNight,
  writeStoredSimulations,
  type SimulatedNight,
  type StoredSimulation,
} from './simulated-night.ts';

type NightsOptions = NightContext & {
  /** False: this server only requests nights, and others analyse them. */
  readonly analyses: boolean;
  /** Maximum number of nights that may wait per organisation. */
  readonly maxWaiting: number;
};

/** A time range of a room in which samples were added or removed. */
type ChangedRange = {
  readonly roomId: string;
  readonly fromUs: number;
  readonly toUs: number;
};

export type Nights = {
  readonly orders: AnalysisRequests;
  readonly routes: readonly Route[];
  readonly scheduler: NightScheduler;
  /**
   * Requests the nights of an import. Resolves when they are analysed, or immediately if this
   * server does not analyse.
   */
  readonly afterStored: (changed: ChangedRange, signal: AbortSignal) => Promise<void>;
  /** Requests the nights from which an import was removed, without waiting for them. */
  readonly afterRemoved: (changed: ChangedRange) => Promise<void>;
  /**
   * Nights of a room that exist or are being analysed; null if the room does not exist. Announced
   * simulations do not count.
   */
  readonly readNightNames: (roomId: string) => Promise<ReadonlySet<string> | null>;
  /** Writes a simulated night for the demo. False if the night exists already. */
  readonly writeSimulated: (
    key: NightKey,
    bounds: NightBounds,
    night: SimulatedNight,
  ) => Promise<boolean>;
  /** Writes precomputed demo nights where none exist. */
  readonly writeStoredSimulations: (nights: readonly StoredSimulation[]) => Promise<number>;
  /** Records that a simulated night is pending or has failed. */
  readonly storeSimulated: (
    key: NightKey,
    bounds: NightBounds,
    state: 'waiting' | 'failed',
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Sleep data and results. Nights are analysed when they end, after an import, and on request
 * (decision 028).
 */
export function openNights(options: NightsOptions): Nights {
  const orders = createAnalysisRequests(options);
  const scheduler = createNightScheduler(options, orders);
  if (options.analyses) {
    options.jobs.handle(nightJobKind(options));
    scheduler.start();
  }
  const findRoom = async (roomId: string): Promise<NightRoom | null> => {
    const [room] = await options.store.read([`room/${roomId}`]);
    const { domainId, rootDomainId } = room?.data ?? {};
    return typeof domainId === 'string' && typeof rootDomainId === 'string'
      ? { roomId, domainId, rootDomainId }
      : null;
  };
  return {
    orders,
    routes: nightRoutes(options, orders),
    scheduler,
    async afterStored({ roomId, fromUs, toUs }, signal) {
      const room = await findRoom(roomId);
      if (room === null) return;
      const { nights } = await orders.requestRange(room, fromUs / 1000, toUs / 1000);
      if (options.analyses) await orders.untilDone(room, nights, signal);
    },
    async afterRemoved({ roomId, fromUs, toUs }) {
      const room = await findRoom(roomId);
      if (room !== null) await orders.requestRange(room, fromUs / 1000, toUs / 1000);
    },
    readNightNames: (roomId) => readNightNames(options.database, roomId, NOT_SIMULATED),
    writeSimulated: (key, bounds, night) => writeSimulatedNight(options, key, bounds, night),
    writeStoredSimulations: (nights) => writeStoredSimulations(options, nights),
    storeSimulated: (key, bounds, state) => storeSimulatedNight(options, key, bounds, state),
    close: () => scheduler.close(),
  };
}
