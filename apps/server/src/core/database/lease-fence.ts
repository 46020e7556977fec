import type { Queries } from './database.ts';

/**
 * Within a transaction: keeps the lease of a room until the transaction ends. Throws `LeaseLost`
 * when this server does not own the room any more.
 */
export type LeaseFence = (queries: Queries, roomId: string) => Promise<void>;

/** Another server owns the room, and does what this one was about to do. */
export class LeaseLost extends Error {}

/** For code that runs on one server only, such as tests of a single module. */
export const NO_FENCE: LeaseFence = async () => undefined;
