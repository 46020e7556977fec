import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/**
 * A staff note on a moment or interval of a room's timeline. `createdAt` is when it was written, in
 * server time.
 */
export const noteCollection = defineCollection('note', 'room', null, {
  from: z.date(),
  /** Null for a single moment. */
  to: z.date().nullable().default(null),
  text: z.string().max(1000).regex(/\S/),
  writtenBy: z.string(),
});
