import type { IngestDevice } from './ingest-device.ts';
import { countOne } from './ingest-counters.ts';
import type { IngestParts, Origin } from './ingest-parts.ts';
import type { RefusalReason, RefusedMessage } from './refused-store.ts';

/**
 * Dead letters: counts rejected parts of a message, and stores the first bytes of some each minute.
 */
export function setAside(
  parts: IngestParts,
  device: IngestDevice,
  refused: readonly { readonly reason: RefusalReason; readonly bytes: Uint8Array }[],
  origin: Origin,
): void {
  if (refused.length === 0) return;
  const state = parts.devices.of(device.serial);
  state.framesRefused += refused.length;
  for (const { reason } of refused) countOne(parts.tally.refused, reason);
  const [first] = refused;
  if (first !== undefined && parts.shouldLog(`${first.reason}/${device.serial}`)) {
    parts.log.warn(
      {
        serial: device.serial,
        ...origin,
        reason: first.reason,
        parts: refused.length,
        bytes: first.bytes.length,
      },
      'part of a device message rejected and stored as a dead letter; see the device page',
    );
  }
  const messages = refused
    .filter(() => state.mayWriteRefused())
    .map(({ reason, bytes }): RefusedMessage => ({
      serial: device.serial,
      refusedMs: Math.floor(parts.clock.nowMs()),
      reason,
      transport: origin.transport,
      address: origin.address,
      byteLength: bytes.length,
      bytes: new Uint8Array(bytes.subarray(0, parts.limits.refusedBytes)),
    }));
  parts.writer.addRefused(messages);
}
