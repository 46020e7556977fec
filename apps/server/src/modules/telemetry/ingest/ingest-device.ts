import type { LiveDevice } from '../rooms/live-directory.ts';

/** A device for ingest: its document and the streams of its type. */
export type IngestDevice = Omit<LiveDevice, 'lastStatus'>;

export type FindDevice = (serial: string) => IngestDevice | null;
