import { createHash } from 'node:crypto';
import type { Bus } from '../../messaging/bus.ts';
import type { Clock } from '../../timeline/timeline-frame.ts';

/**
 * Divides the rooms among the servers that are alive, so that each room's state is computed once. Every server says
 * on the Bus that it lives; a room belongs to the server with the highest hash of (server, room) among those heard
 * of lately (rendezvous hashing: Thaler & Ravishankar 1998), so a server that comes or goes moves only its share.
 */
export type ServerShare = {
  readonly owns: (key: string) => boolean;
  readonly servers: () => readonly string[];
  /** Says that this server lives and forgets those that have fallen silent; call it about every two seconds. */
  readonly beat: () => void;
  readonly close: () => void;
};

const SUBJECT = 'servers.beat';
const SILENT_AFTER_MS = 7000;

export function createServerShare(bus: Bus, serverId: string, clock: Clock): ServerShare {
  const heardAtMs = new Map<string, number>([[serverId, clock.nowMs()]]);
  const decoder = new TextDecoder();
  const subscription = bus.subscribe(SUBJECT, (_subject, bytes) =>
    heardAtMs.set(decoder.decode(bytes), clock.nowMs()),
  );

  return {
    owns(key) {
      let owner = serverId;
      let best = weight(serverId, key);
      for (const other of heardAtMs.keys()) {
        const rank = other === serverId ? best : weight(other, key);
        if (rank > best || (rank === best && other > owner)) [owner, best] = [other, rank];
      }
      return owner === serverId;
    },
    servers: () => [...heardAtMs.keys()].sort(),
    beat() {
      const nowMs = clock.nowMs();
      heardAtMs.set(serverId, nowMs);
      for (const [other, atMs] of heardAtMs)
        if (nowMs - atMs > SILENT_AFTER_MS) heardAtMs.delete(other);
      bus.publish(SUBJECT, new TextEncoder().encode(serverId));
    },
    close: () => subscription.close(),
  };
}

const weight = (serverId: string, key: string): number =>
  createHash('sha1').update(`${serverId}\n${key}`).digest().readUInt32BE(0);
