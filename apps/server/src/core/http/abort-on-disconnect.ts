import type { FastifyReply } from 'fastify';
import { extendDeadline } from './request-deadline.ts';

/** Reason of the abort when the client disconnects. */
class ClientDisconnected extends Error {}

/**
 * Runs `work`, for which the client expects to wait, until the client disconnects or the extended
 * deadline of the request has passed. Returns null if the client disconnected. Any other error is
 * rethrown, even after a disconnect: `work` must reject with the signal's reason to count as
 * aborted.
 */
export async function abortOnDisconnect<Result>(
  reply: FastifyReply,
  work: (gone: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  extendDeadline(reply.request);
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
