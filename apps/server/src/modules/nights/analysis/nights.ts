import type { Route } from '../../../core/http/route.ts';
import { nightJobKind } from './night-job.ts';
import { createNightOrders, type NightOrders, type NightRoom } from './night-orders.ts';
import type { NightKey } from './night-orders-store.ts';
import type { NightParts } from './night-parts.ts';
import type { NightBounds } from './night-result-writer.ts';
import { nightRoutes } from './night-routes.ts';
import { createNightScheduler, type NightScheduler } from './night-scheduler.ts';
import { readNightNames } from './night-versions-store.ts';
import {
  NOT_SIMULATED,
  tellSimulatedNight,
  writeSimulatedNight,
  writeStoredSimulations,
  type SimulatedNight,
  type StoredSimulation,
} from './simulated-night.ts';

type NightsOptions = NightParts & {
  /** False: nights are asked for here and looked at by other servers. */
  readonly analyses: boolean;
  /** Nights that an organisation may wait for when somebody asks for more. */
  readonly mostWaiting: number;
};

/** A stretch of time in a room in which samples came or went. */
type ChangedStretch = {
  readonly roomId: string;
  readonly fromUs: number;
  readonly toUs: number;
};

export type Nights = {
  readonly orders: NightOrders;
  readonly routes: readonly Route[];
  readonly scheduler: NightScheduler;
  /**
   * Nights in which something was imported; resolves when they are looked at, where this server
   * does that.
   */
  readonly afterStored: (changed: ChangedStretch, signal: AbortSignal) => Promise<void>;
  /** Nights from which an import was taken away; nobody waits for them. */
  readonly afterRemoved: (changed: ChangedStretch) => Promise<void>;
  /**
   * Nights of a room that are there, or are being looked at; null for a room that is not. One whose
   * simulation is only told of is not there.
   */
  readonly namesOf: (roomId: string) => Promise<ReadonlySet<string> | null>;
  /** A night of nobody, for a demonstration. False when there is one already. */
  readonly writeSimulated: (
    key: NightKey,
    bounds: NightBounds,
    night: SimulatedNight,
  ) => Promise<boolean>;
  /** Such nights whose results were made beforehand; only where there is none yet. */
  readonly writeStoredSimulations: (nights: readonly StoredSimulation[]) => Promise<number>;
  /** That such a night is to come, or that it failed. */
  readonly tellSimulated: (
    key: NightKey,
    bounds: NightBounds,
    state: 'waiting' | 'failed',
  ) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Sleep data and results: nights of rooms, analysed when they are over, when something was
 * imported, and when somebody asks (decision 028).
 */
export function openNights(options: NightsOptions): Nights {
  const orders = createNightOrders(options);
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
      const { nights } = await orders.askRange(room, fromUs / 1000, toUs / 1000);
      if (options.analyses) await orders.untilDone(room, nights, signal);
    },
    async afterRemoved({ roomId, fromUs, toUs }) {
      const room = await findRoom(roomId);
      if (room !== null) await orders.askRange(room, fromUs / 1000, toUs / 1000);
    },
    namesOf: (roomId) => readNightNames(options.database, roomId, NOT_SIMULATED),
    writeSimulated: (key, bounds, night) => writeSimulatedNight(options, key, bounds, night),
    writeStoredSimulations: (nights) => writeStoredSimulations(options, nights),
    tellSimulated: (key, bounds, state) => tellSimulatedNight(options, key, bounds, state),
    close: () => scheduler.close(),
  };
}
