import { z } from 'zod';

/** Somebody who goes to a room, named as they were called when they said so. */
export const carer = z.strictObject({ userId: z.string(), name: z.string().max(200) });
export type Carer = z.infer<typeof carer>;

/** Nobody by name: what is read of a carer by whom that is not told. What is stored names one. */
export const SOMEBODY: Carer = { userId: '', name: '' };
