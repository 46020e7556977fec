import { uploadFault, uploadedStream } from '@yamori/domain';
import { z } from 'zod';

/** How a stream of the file becomes a stream of the timeline. */
const plannedStream = uploadedStream.extend({
  /** Physical value = digital × scale + offset, as the timeline has it. */
  scale: z.number(),
  offset: z.number(),
  /**
   * The file's signals that are its channels; none for a native file, whose frames are kept as they
   * are.
   */
  members: z.array(z.int().min(0)),
  /** The file's own digital values are kept, or its physical values are rounded to `scale`. */
  values: z.enum(['digital', 'physical']),
});
export type PlannedStream = z.infer<typeof plannedStream>;

/**
 * What the check of a file found: all that storing needs, so that it may go on on another server.
 */
export const importPlan = z.strictObject({
  format: z.string().max(20),
  /** The device that the file names; null for formats that name none. */
  serial: z.string().max(255).nullable(),
  typeCode: z.string().max(255),
  firmware: z.string().max(255),
  /** Of the recording by its own clock, µs since 1970 UTC. */
  fromUs: z.number(),
  toUs: z.number(),
  streams: z.array(plannedStream).max(64),
  frames: z.int().min(0),
  badFrames: z.int().min(0),
  gaps: z.int().min(0),
  faults: z.array(uploadFault).max(50),
});
export type ImportPlan = z.infer<typeof importPlan>;
