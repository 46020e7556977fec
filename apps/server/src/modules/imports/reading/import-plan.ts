import { uploadFault, uploadedStream } from '@yamori/domain';
import { z } from 'zod';

/** How a stream of the file becomes a stream of the timeline. */
const plannedStream = uploadedStream.extend({
  /** Physical value = digital × scale + offset, as on the timeline. */
  scale: z.number(),
  offset: z.number(),
  /**
   * The file's signals that form its channels; empty for a native file, whose frames are stored
   * unchanged.
   */
  members: z.array(z.int().min(0)),
  /** Keeps the file's digital values, or rounds its physical values to `scale`. */
  values: z.enum(['digital', 'physical']),
});
export type PlannedStream = z.infer<typeof plannedStream>;

/** Result of the check. Contains all that storing needs, so that another server can continue. */
export const importPlan = z.strictObject({
  format: z.string().max(20),
  /** The device named in the file; null for formats without one. */
  serial: z.string().max(255).nullable(),
  typeCode: z.string().max(255),
  firmware: z.string().max(255),
  /** Time of the recording by its own clock, µs since 1970 UTC. */
  fromUs: z.number(),
  toUs: z.number(),
  streams: z.array(plannedStream).max(64),
  frames: z.int().min(0),
  badFrames: z.int().min(0),
  gaps: z.int().min(0),
  faults: z.array(uploadFault).max(50),
});
export type ImportPlan = z.infer<typeof importPlan>;
