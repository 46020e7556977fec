import type { Bus } from '../../../core/messaging/bus.ts';

/**
 * Tracks which live servers this one hears over the Bus. Device heartbeats reach the owner of a
 * room only over the Bus, so silence is inconclusive while a server is unheard.
 */
type BusReach = {
  /** Publishes that this server is alive; call it once a second. */
  readonly beat: () => void;
  readonly reachesAll: () => boolean;
  readonly close: () => void;
};

type BusReachOptions = {
  readonly bus: Bus;
  readonly serverId: string;
  /** Ids of all live servers, this one included. */
  readonly servers: () => readonly string[];
  /** Monotonic. */
  readonly elapsedMs: () => number;
  readonly log: { readonly warn: (fields: object, text: string) => void };
};

const BEAT_SUBJECT = 'servers.beat';
const UNHEARD_AFTER_MS = 3_000;
/** Servers that start or stop are unheard for some seconds. */
const REPORTED_AFTER_MS = 30_000;

export function createBusReach(options: BusReachOptions): BusReach {
  const { bus, serverId, servers, elapsedMs, log } = options;
  const receivedAtMs = new Map<string, number>();
  let lastCompleteAtMs = elapsedMs();
  let isReported = false;

  const beats = bus.subscribe(BEAT_SUBJECT, (_subject, bytes) => {
    receivedAtMs.set(new TextDecoder().decode(bytes), elapsedMs());
  });
  const findSilent = (): string[] =>
    servers().filter(
      (id) =>
        id !== serverId &&
        elapsedMs() - (receivedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) >= UNHEARD_AFTER_MS,
    );

  return {
    beat() {
      bus.publish(BEAT_SUBJECT, new TextEncoder().encode(serverId));
      const living = servers();
      for (const id of receivedAtMs.keys()) if (!living.includes(id)) receivedAtMs.delete(id);
      const silent = findSilent();
      if (silent.length === 0) {
        lastCompleteAtMs = elapsedMs();
        isReported = false;
        return;
      }
      if (isReported || elapsedMs() - lastCompleteAtMs < REPORTED_AFTER_MS) return;
      isReported = true;
      log.warn(
        { servers: silent },
        'servers not heard over the Bus; silent devices are not reported offline; check NATS_URL of all servers',
      );
    },
    reachesAll: () => findSilent().length === 0,
    close: beats.close,
  };
}
