import type { FastifyReply } from 'fastify';
import { liftDeadline } from './request-deadline.ts';

/** Reason of the abort when the client disconnects. */
class ClientDisconnected extends Error {}

/**
 * Runs `work` until the client disconnects; returns null if it did. Any other error is rethrown,
 * even after a disconnect: `work` must reject with the signal's reason to count as aborted.
 */
export async function abortOnDisconnect<Result>(
  reply: FastifyReply,
  work: (gone: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  liftDeadline(reply.request);
  const gone = new AbortController();
  const abort = (): void => gone.abort(new ClientDisconnected('the client disconnected'));
  reply.raw.once('close', abort);
  // The client may have disconnected during the access check.
  if (reply.raw.destroyed) abort();
  try {
    return await work(gone.signal);
  } catch (error) {
    if (error instanceof ClientDisconnected) return null;
    throw error;
  } finally {
    reply.raw.off('close', abort);
  }
}
