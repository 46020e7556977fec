import { deviceReport } from '@yamori/domain';
import { z } from 'zod';

/**
 * Bytes: one or more whole, checked frames of the device, unchanged, in the order in which they
 * came.
 */
export const frameSubject = (serial: string): string => `frames.${serial}`;
/**
 * The publisher cuts a longer batch between frames: half of what a NATS broker takes in one message
 * by default.
 */
export const BUS_BATCH_BYTES = 512 * 1024;
/** JSON: `deviceEvent`. */
export const deviceSubject = (serial: string): string => `device.${serial}`;

/**
 * What ingest tells the rest of the server about a device, besides its frames. Times are the
 * server's.
 */
export const deviceEvent = z.discriminatedUnion('kind', [
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
    /** True for a last will: the server says it in the device's name because the link broke. */
    lastWill: z.boolean(),
    /** Device clock minus server clock as just reported; null where the report says no time. */
    clockOffsetSeconds: z.number().nullable(),
    /** What is taken off the device's times at present; 0 unless its clock is far off. */
    appliedOffsetSeconds: z.number(),
    /** Since this server instance started. */
    framesReceived: z.int(),
    framesRefused: z.int(),
  }),
]);
export type DeviceEvent = z.infer<typeof deviceEvent>;

export const encodeDeviceEvent = (event: DeviceEvent): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(event));

/**
 * null for bytes that are no event (another version of the server may speak on the same broker).
 */
export function parseDeviceEvent(bytes: Uint8Array): DeviceEvent | null {
  try {
    const parsed = deviceEvent.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
