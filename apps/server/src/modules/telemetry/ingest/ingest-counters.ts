import type { DeadLetterReason } from './dead-letter-store.ts';

/** Counts since this server started. */
export type IngestCounters = {
  readonly framesReceived: number;
  readonly framesStored: number;
  readonly framesRepeated: number;
  readonly bytesReceived: number;
  readonly statusReports: number;
  readonly refused: Readonly<Partial<Record<DeadLetterReason, number>>>;
  /** Messages rejected because the queue was full; they are not acknowledged. */
  readonly messagesDropped: number;
  /**
   * Messages with a delayed acknowledgement, or rejected with 429, because the device was too fast.
   */
  readonly messagesThrottled: number;
  readonly signInsRefused: Readonly<
    Partial<Record<'unknownDevice' | 'noKey' | 'wrongKey', number>>
  >;
  readonly packetsOverLimit: number;
  /** Connections over a limit, by the limit’s name. */
  readonly connectionsRefused: Readonly<
    Partial<Record<'limit-connections' | 'limit-connections-address', number>>
  >;
};

export type IngestTally = {
  -readonly [Name in keyof IngestCounters]: IngestCounters[Name] extends number
    ? number
    : Record<string, number>;
};

export const createIngestTally = (): IngestTally => ({
  framesReceived: 0,
  framesStored: 0,
  framesRepeated: 0,
  bytesReceived: 0,
  statusReports: 0,
  refused: {},
  messagesDropped: 0,
  messagesThrottled: 0,
  signInsRefused: {},
  packetsOverLimit: 0,
  connectionsRefused: {},
});

export function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
