import type { IngestDevice } from './ingest-device.ts';
import { countOne } from './ingest-counters.ts';
import type { IngestContext, Origin } from './ingest-context.ts';
import type { DeadLetterReason, DeadLetter } from './dead-letter-store.ts';

/**
 * Dead letters: counts rejected parts of a message, and stores the first bytes of some each minute.
 */
export function deadLetter(
  context: IngestContext,
  device: IngestDevice,
  refused: readonly { readonly reason: DeadLetterReason; readonly bytes: Uint8Array }[],
  origin: Origin,
): void {
  if (refused.length === 0) return;
  const state = context.devices.of(device.serial);
  state.framesRefused += refused.length;
  for (const { reason } of refused) countOne(context.tally.refused, reason);
  const [first] = refused;
  if (first !== undefined && context.shouldLog(`${first.reason}/${device.serial}`)) {
    context.log.warn(
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
    .map(({ reason, bytes }): DeadLetter => ({
      serial: device.serial,
      refusedMs: Math.floor(context.clock.nowMs()),
      reason,
      transport: origin.transport,
      address: origin.address,
      byteLength: bytes.length,
      bytes: new Uint8Array(bytes.subarray(0, context.limits.refusedBytes)),
    }));
  context.writer.addRefused(messages);
}
