import type { Queries } from '../database/database.ts';

/** One message to one recipient; plain text, so that nothing in it can run or be loaded. */
export type MailMessage = {
  /** Category for the log, which must contain neither address nor text. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /**
   * How long it is useful, for example until its link expires; at most, and by default, one day.
   */
  readonly ttlMs?: number;
};

/**
 * Delivers messages to a mail server; rejects if it does not accept one. Retries use the same id.
 */
export type MailTransport = {
  readonly deliver: (message: MailMessage, id: string, signal?: AbortSignal) => Promise<void>;
  readonly close: () => void;
};

/**
 * Outgoing mail. `available` is false without a mail server: features that need mail are then
 * hidden.
 */
export type Mail = {
  readonly available: boolean;
  /**
   * Queues a message; any server may deliver it later. With `queries` it becomes part of that
   * transaction.
   */
  readonly send: (message: MailMessage, queries?: Queries) => Promise<void>;
  /**
   * Sends a message without the queue, for callers that retry. `refused`: a retry is useless; a
   * temporary failure rejects, without an address in its text.
   */
  readonly deliver: (
    message: MailMessage,
    id: string,
    signal: AbortSignal,
  ) => Promise<'taken' | 'refused'>;
  /** Stops delivery here. Another server, or the next start, delivers waiting messages. */
  readonly close: () => Promise<void>;
};

async function rejectMail(): Promise<never> {
  throw new Error('cannot send mail: no mail server is configured');
}

/** For an installation without a mail server. */
export const NO_MAIL: Mail = {
  available: false,
  send: rejectMail,
  deliver: rejectMail,
  close: async () => undefined,
};
