import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

/**
 * What somebody of the team wrote at a moment or a stretch of a room's timeline. When it was
 * written is `createdAt`, by the server's clock.
 */
export const noteCollection = defineCollection('note', 'room', null, {
  from: z.date(),
  /** Null for a moment. */
  to: z.date().nullable().default(null),
  text: z.string().max(1000).regex(/\S/),
  writtenBy: z.string(),
});
