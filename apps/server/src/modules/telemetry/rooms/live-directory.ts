import type { DeviceStatus, RoomLive, StreamDeclaration } from '@yamori/domain';

/** A device as the live side and ingest need it. */
export type LiveDevice = {
  readonly serial: string;
  readonly rootDomainId: string;
  readonly domainId: string;
  readonly roomId: string | null;
  readonly typeId: string;
  readonly keyHash: string | null;
  readonly streams: readonly StreamDeclaration[];
  /** What its document said when it was read: where a restarted server takes up. */
  readonly lastStatus: DeviceStatus | null;
};

/**
 * Every device and room with what concerns the live side, kept in memory: loaded once, then kept
 * true by the change feed. `revision` rises whenever a device or room comes, goes or changes in a
 * way that matters here.
 */
export type LiveDirectory = {
  readonly devices: () => ReadonlyMap<string, LiveDevice>;
  /** The last live state that each room's document held when it was read. */
  readonly rooms: () => ReadonlyMap<string, { readonly live: RoomLive | null }>;
  readonly revision: () => number;
  readonly close: () => void;
};
