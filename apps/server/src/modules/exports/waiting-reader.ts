import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Returns a signal that aborts when the reader of a reply disconnects or takes no bytes for
 * `idleTimeoutMs`. Calls `onGone` once. Time that the server needs to produce bytes does not count.
 */
export function watchReader(
  { socket }: IncomingMessage,
  answer: ServerResponse,
  idleTimeoutMs: number,
  onGone: () => void,
): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    if (gone.signal.aborted) return;
    socket.off('close', end);
    onGone();
    gone.abort();
  };
  answer.once('close', end);
  // A pipelined reply has no socket yet, so it emits no close event.
  socket.once('close', end);
  // A reader who left while the room was read has already closed; no event follows.
  if (answer.closed || answer.destroyed || socket.destroyed) end();
  // Node measures from the last byte that the kernel accepted, not from the last write.
  else
    answer.setTimeout(idleTimeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  return gone.signal;
}
