import type { LiveDevice } from '../rooms/live-directory.ts';

/** What ingest needs to know of a device: its document and the streams of its type. */
export type IngestDevice = Omit<LiveDevice, 'lastStatus'>;

export type FindDevice = (serial: string) => IngestDevice | null;
