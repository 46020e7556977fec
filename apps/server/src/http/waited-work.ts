import type { FastifyReply } from 'fastify';

/** Does what somebody waits for, as long as they do: null where they left before it was done, and nobody is there to be told. */
export async function whileWaitedFor<Result>(reply: FastifyReply, work: (gone: AbortSignal) => Promise<Result>): Promise<Result | null> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    return await work(gone.signal);
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw error;
  }
}
