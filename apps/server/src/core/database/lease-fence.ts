import type { Queries } from './database.ts';

/**
 * Locks the room's lease until the transaction ends. Throws `LeaseLost` if this server no longer
 * owns the room.
 */
export type LeaseFence = (queries: Queries, roomId: string) => Promise<void>;

/** Another server owns the room. */
export class LeaseLost extends Error {}

/** For code that runs on a single server, such as tests of one module. */
export const NO_FENCE: LeaseFence = async () => undefined;
