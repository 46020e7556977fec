import { z } from 'zod';

/** A responder, with the name at the time of the response. */
export const carer = z.strictObject({ userId: z.string(), name: z.string().max(200) });
export type Carer = z.infer<typeof carer>;
