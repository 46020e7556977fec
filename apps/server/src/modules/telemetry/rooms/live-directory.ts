import type { DeviceStatus, RoomLive, StreamDeclaration } from '@yamori/domain';

export type LiveDevice = {
  readonly serial: string;
  readonly rootDomainId: string;
  readonly domainId: string;
  readonly roomId: string | null;
  readonly typeId: string;
  readonly keyHash: string | null;
  readonly streams: readonly StreamDeclaration[];
  /** The status in its document when it was read; a restarted server resumes from it. */
  readonly lastStatus: DeviceStatus | null;
};

/**
 * All devices and rooms, in memory: loaded once, then updated from the change feed. `revision`
 * rises when a device or room is added or removed, or changes in a field that the directory exposes
 * (a device’s status aside).
 */
export type LiveDirectory = {
  readonly devices: () => ReadonlyMap<string, LiveDevice>;
  /** The live state in each room’s document when it was read. */
  readonly rooms: () => ReadonlyMap<string, { readonly live: RoomLive | null }>;
  readonly revision: () => number;
  readonly close: () => void;
};
