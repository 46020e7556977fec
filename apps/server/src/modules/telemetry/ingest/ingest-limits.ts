export type IngestLimits = {
  /** Largest MQTT packet and HTTPS body. */
  readonly packetBytes: number;
  /** A frame waits at most this long for others to share its commit. */
  readonly commitWindowMs: number;
  /** Waiting bytes that start a commit immediately. */
  readonly commitThresholdBytes: number;
  /** Approximate maximum size of a commit. */
  readonly commitBytes: number;
  /**
   * Bytes held unacknowledged while the database is unavailable; beyond it, new messages are
   * dropped unacknowledged.
   */
  readonly pendingBytes: number;
  /** Unacknowledged bytes of one device above which its connection is paused. */
  readonly pendingBytesPerDevice: number;
  /** Multiple of its declared rate that a stream may send. */
  readonly rateFactor: number;
  /** Seconds of that rate in one burst; the same amount again with delayed acknowledgements. */
  readonly burstSeconds: number;
  readonly refusedBytes: number;
  readonly refusedKeptPerDevice: number;
  /** Rejected parts of a device written each minute; further ones are only counted. */
  readonly refusedWrittenPerMinute: number;
  /** Devices that ask for a longer keepalive, or none, are rejected. */
  readonly keepaliveSeconds: number;
  /** A connection whose TLS handshake takes longer is closed. */
  readonly handshakeMs: number;
  /**
   * Concurrent MQTT connections, signed in or not: in total, and from one address (or IPv6 /64
   * network).
   */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** A stream whose frames were all late for this long has restarted and is live again. */
  readonly liveAgainSeconds: number;
  /** An HTTPS batch that is not durable after this time is answered with 503. */
  readonly replySeconds: number;
};

export const INGEST_LIMITS: IngestLimits = {
  packetBytes: 1024 * 1024,
  commitWindowMs: 25,
  commitThresholdBytes: 256 * 1024,
  commitBytes: 1024 * 1024,
  pendingBytes: 64 * 1024 * 1024,
  pendingBytesPerDevice: 1024 * 1024,
  rateFactor: 100,
  burstSeconds: 10,
  refusedBytes: 4096,
  refusedKeptPerDevice: 200,
  refusedWrittenPerMinute: 60,
  keepaliveSeconds: 120,
  handshakeMs: 10_000,
  connections: 20_000,
  connectionsPerAddress: 6_000,
  liveAgainSeconds: 30,
  replySeconds: 8,
};
