import { subnetOf } from '../../../core/http/address-limit.ts';

/** Maximum connections in total and from one address, signed in or not. */
type ConnectionLimits = {
  readonly connections: number;
  readonly connectionsPerAddress: number;
};

type ConnectionRefusal = 'limit-connections' | 'limit-connections-address';

type ConnectionLimit = {
  /** Counts a connection, or returns the limit that rejects it. */
  readonly enter: (address: string) => ConnectionRefusal | null;
  /** Call it once for each connection that entered. */
  readonly leave: (address: string) => void;
};

export function createConnectionLimit(limits: ConnectionLimits): ConnectionLimit {
  const byAddress = new Map<string, number>();
  let all = 0;
  return {
    enter(address) {
      const subnet = subnetOf(address);
      const own = byAddress.get(subnet) ?? 0;
      if (all >= limits.connections) return 'limit-connections';
      if (own >= limits.connectionsPerAddress) return 'limit-connections-address';
      all += 1;
      byAddress.set(subnet, own + 1);
      return null;
    },
    leave(address) {
      const subnet = subnetOf(address);
      const own = (byAddress.get(subnet) ?? 0) - 1;
      all -= 1;
      if (own <= 0) byAddress.delete(subnet);
      else byAddress.set(subnet, own);
    },
  };
}
