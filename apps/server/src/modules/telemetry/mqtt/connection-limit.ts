import { subnetOf } from '../../../core/http/address-limit.ts';

/** How many connections may stand, in all and from one address; signed in or not. */
export type ConnectionLimits = {
  readonly connections: number;
  readonly connectionsPerAddress: number;
};

export type ConnectionRefusal = 'limit-connections' | 'limit-connections-address';

export type ConnectionLimit = {
  /** Counts a connection in, or says by name why it may not stand. */
  readonly enter: (address: string) => ConnectionRefusal | null;
  /** For each that entered, once. */
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
