export type IngestLimits = {
  /** Largest MQTT packet and HTTPS body. */
  readonly packetBytes: number;
  /** A frame waits at most this long for others to share its commit. */
  readonly commitWindowMs: number;
  /** A commit begins at once when this much waits: it is worth one by itself. */
  readonly commitAtOnceBytes: number;
  /** And takes about this much at most. */
  readonly commitBytes: number;
  /**
   * Bytes held unacknowledged while the database is away; beyond it the newest are dropped,
   * unacknowledged.
   */
  readonly pendingBytes: number;
  /** Unacknowledged bytes of one device above which its connection is not read on. */
  readonly pendingBytesPerDevice: number;
  /** How many times its declared rate a stream may send. */
  readonly rateFactor: number;
  /** Seconds of that rate that may come at once, and again as much with late acknowledgements. */
  readonly burstSeconds: number;
  readonly refusedBytes: number;
  readonly refusedKeptPerDevice: number;
  /** Refused parts of a device that are written a minute; further ones are only counted. */
  readonly refusedWrittenPerMinute: number;
  /** A device that names a longer keepalive, or none, is refused. */
  readonly keepaliveSeconds: number;
  /**
   * MQTT connections that may stand at one time, signed in or not: in all, and from one address (or
   * IPv6 network of /64).
   */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** A stream whose frames all lay back in time this long has begun anew and is live again. */
  readonly liveAgainSeconds: number;
  /** An HTTPS batch that is not durable by then is answered 503. */
  readonly replySeconds: number;
};

export const INGEST_LIMITS: IngestLimits = {
  packetBytes: 1024 * 1024,
  commitWindowMs: 25,
  commitAtOnceBytes: 256 * 1024,
  commitBytes: 1024 * 1024,
  pendingBytes: 64 * 1024 * 1024,
  pendingBytesPerDevice: 1024 * 1024,
  rateFactor: 100,
  burstSeconds: 10,
  refusedBytes: 4096,
  refusedKeptPerDevice: 200,
  refusedWrittenPerMinute: 60,
  keepaliveSeconds: 120,
  connections: 20_000,
  connectionsPerAddress: 6_000,
  liveAgainSeconds: 30,
  replySeconds: 8,
};
