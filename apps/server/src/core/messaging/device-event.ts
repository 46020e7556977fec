import { deviceReport } from '@yamori/domain';
import { z } from 'zod';

/**
 * Payload: one or more complete, validated frames of the device, unchanged and in order of arrival.
 */
export const frameSubject = (serial: string): string => `frames.${serial}`;
/** Longer batches are split between frames. Half the default message limit of a NATS broker. */
export const BUS_BATCH_BYTES = 512 * 1024;
/** Payload: JSON of `deviceEvent`. */
export const deviceSubject = (serial: string): string => `device.${serial}`;

/** Events of a device, apart from its frames. Times are server times. */
const deviceEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('connected'), serial: z.string(), atMs: z.number() }),
  z.strictObject({
    kind: z.literal('disconnected'),
    serial: z.string(),
    atMs: z.number(),
    reason: z.enum(['closed', 'keyWithdrawn', 'silent', 'lost']),
  }),
  z.strictObject({
    kind: z.literal('status'),
    serial: z.string(),
    atMs: z.number(),
    report: deviceReport,
    /** True for a last will, which the server publishes when the connection breaks. */
    lastWill: z.boolean(),
    /** Device clock minus server clock at this report; null if the report contains no time. */
    clockOffsetSeconds: z.number().nullable(),
    /** Subtracted from the device's times; 0 unless its clock is far off. */
    appliedOffsetSeconds: z.number(),
    /** Since the start of this server process. */
    framesReceived: z.int(),
    framesRefused: z.int(),
  }),
]);
export type DeviceEvent = z.infer<typeof deviceEvent>;

export const encodeDeviceEvent = (event: DeviceEvent): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(event));

/** Null for other bytes, which another version of the server may publish on the same broker. */
export function parseDeviceEvent(bytes: Uint8Array): DeviceEvent | null {
  try {
    const parsed = deviceEvent.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
