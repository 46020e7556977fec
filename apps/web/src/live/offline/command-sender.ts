import { type Problem } from '@yamori/domain';
import type { Fetch } from '../../api/http-call.ts';
import { isProblem } from '../../api/session-shape.ts';
import type { Command } from './outbox-store.ts';
import { isPassing } from './passing-problem.ts';

/** Timeout of an answer; then the command is sent again under the same key. */
const ANSWER_WITHIN_MS = 20_000;

export type SendOutcome =
  | { readonly kind: 'sent'; readonly reply: unknown }
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Retry later; `failed` if the server had an internal error. */
  | { readonly kind: 'later'; readonly failed: boolean };

export type SendCommand = (command: Pick<Command, 'id' | 'path' | 'body'>) => Promise<SendOutcome>;

/** Sends a command under its key. The server runs it once, however often it arrives. */
export const createCommandSender =
  (fetch: Fetch): SendCommand =>
  async ({ id, path, body }) => {
    const type =
      typeof body === 'string' ? 'application/json' : body.type || 'application/octet-stream';
    let response: Response;
    let value: unknown;
    try {
      response = await fetch(path, {
        method: 'POST',
        body,
        credentials: 'same-origin',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        headers: { accept: 'application/json', 'content-type': type, 'idempotency-key': id },
      });
      value = await readJson(response);
    } catch {
      return { kind: 'later', failed: false };
    }
    if (response.ok) return { kind: 'sent', reply: value };
    const problem = isProblem(value) ? value : { code: `http-${response.status}` };
    // Signed out. Keep the command, so that the next member does not send it.
    if (response.status === 401 || isPassing(problem)) return { kind: 'later', failed: false };
    return problem.code === 'server-failed'
      ? { kind: 'later', failed: true }
      : { kind: 'refused', problem };
  };

/** An incomplete body counts as no answer; a body without JSON counts as an empty one. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
