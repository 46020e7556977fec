/** Reply of a provider. `refused`: a retry is useless; `gone`: the recipient no longer exists. */
export type ProviderAnswer = 'taken' | 'gone' | 'refused';

/** A temporary failure of a provider. It is logged, so it names neither address nor recipient. */
class ProviderError extends Error {
  constructor(reason: string) {
    super(`notification provider ${reason}`);
    this.name = 'ProviderError';
  }
}

type ProviderCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Statuses with a special meaning, besides 2xx. */
  readonly means: Readonly<Record<number, ProviderAnswer>>;
};

/** Timeout; the message is retried later and delays no other (decision 041). */
const ANSWER_TIMEOUT_MS = 8_000;

/** Posts to a provider; rejects with `ProviderError` after a temporary failure. */
export async function callProvider(
  { url, headers, body, means }: ProviderCall,
  signal: AbortSignal,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<ProviderAnswer> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // fetch is typed for web buffers; a Buffer is one.
  const reply = await fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    redirect: 'manual',
    signal: deadline,
  }).catch(() => {
    throw new ProviderError(deadline.aborted ? 'did not answer in time' : 'could not be reached');
  });
  // Discard the body: an unread one holds its connection.
  await reply.body?.cancel().catch(() => undefined);
  const meaning = means[reply.status];
  if (meaning !== undefined) return meaning;
  if (reply.ok) return 'taken';
  if (reply.status === 429 || reply.status === 408 || reply.status >= 500)
    throw new ProviderError(`answered ${reply.status}`);
  return 'refused';
}
