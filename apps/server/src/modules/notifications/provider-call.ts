/**
 * What a provider said of a message. `refused`: trying again is of no use; `gone`: whoever it is
 * for is not there any more.
 */
export type ProviderAnswer = 'taken' | 'gone' | 'refused';

/**
 * It did not take the message now, for a reason that may pass. Names neither address nor receiver,
 * for it is logged.
 */
class ProviderTrouble extends Error {
  constructor(reason: string) {
    super(`a provider of notices ${reason}`);
    this.name = 'ProviderTrouble';
  }
}

type ProviderCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** Statuses with a meaning of their own, besides 2xx. */
  readonly means: Readonly<Record<number, ProviderAnswer>>;
};

/**
 * One that does not answer for so long is tried again later; nothing else waits for it meanwhile
 * (decision 041).
 */
const ANSWER_WITHIN_MS = 8_000;

/** Posts to a provider. @throws ProviderTrouble */
export async function callProvider(
  { url, headers, body, means }: ProviderCall,
  signal: AbortSignal,
  withinMs = ANSWER_WITHIN_MS,
): Promise<ProviderAnswer> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
  // fetch is typed for web buffers; a Buffer is one.
  const reply = await fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    redirect: 'manual',
    signal: patience,
  }).catch(() => {
    throw new ProviderTrouble(patience.aborted ? 'did not answer in time' : 'could not be reached');
  });
  // Nobody reads it, and an open one holds its connection.
  await reply.body?.cancel().catch(() => undefined);
  const meaning = means[reply.status];
  if (meaning !== undefined) return meaning;
  if (reply.ok) return 'taken';
  if (reply.status === 429 || reply.status === 408 || reply.status >= 500)
    throw new ProviderTrouble(`answered ${reply.status}`);
  return 'refused';
}
