import type { FastifyReply } from 'fastify';
import { liftDeadline } from './request-deadline.ts';

/** What work for somebody ends with when they have left. */
class NobodyWaits extends Error {}

/**
 * Does what somebody waits for, as long as they do: null where they left before it was done, and
 * nobody is there to be told. What else goes wrong is thrown, whoever has left: the work's own end
 * says `NobodyWaits` by the signal's reason.
 */
export async function whileWaitedFor<Result>(
  reply: FastifyReply,
  work: (gone: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  liftDeadline(reply.request);
  const gone = new AbortController();
  const leave = (): void => gone.abort(new NobodyWaits('nobody waits for it any more'));
  reply.raw.once('close', leave);
  // They may have left while it was asked whether they may.
  if (reply.raw.destroyed) leave();
  try {
    return await work(gone.signal);
  } catch (error) {
    if (error instanceof NobodyWaits) return null;
    throw error;
  } finally {
    reply.raw.off('close', leave);
  }
}
