import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Aborts when the reader of an answer has gone, or has taken no bytes for `patienceMs`; `onGone` is
 * called once, however it ends. How long we ourselves need for the next bytes does not count.
 */
export function watchReader(
  { socket }: IncomingMessage,
  answer: ServerResponse,
  patienceMs: number,
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
  // An answer behind another of the same connection never closes by itself: it has no socket yet.
  socket.once('close', end);
  // Who left while we looked at the room has closed already: no event tells of it any more.
  if (answer.closed || answer.destroyed || socket.destroyed) end();
  // Node counts from the last byte that the system took, not from the last that was handed over.
  else
    answer.setTimeout(patienceMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  return gone.signal;
}
