import type { Queries } from '../database/database.ts';

/** One message to one person; plain text, so that nothing in it can run or be loaded. */
export type MailMessage = {
  /** What it is about, for the log, where neither the address nor the words may stand. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /**
   * How long it is of use, such as until its link is over; a day at most and where it is left out.
   */
  readonly usefulMs?: number;
};

/**
 * What hands a message over to a mail server; rejects when that did not take it. The id is the same
 * at every try.
 */
export type MailTransport = {
  readonly deliver: (message: MailMessage, id: string) => Promise<void>;
  readonly close: () => void;
};

/**
 * Mail as the features use it. `available` is false where no mail server is configured: what needs
 * mail is not offered then.
 */
export type Mail = {
  readonly available: boolean;
  /**
   * Keeps a message until a mail server took it, on whichever of our servers; nobody waits for
   * that. With `queries` it is written in the transaction of what causes it: both are there or
   * neither.
   */
  readonly send: (message: MailMessage, queries?: Queries) => Promise<void>;
  /** Ends sending here. What waits is sent by another server, or after the next start. */
  readonly close: () => Promise<void>;
};

/** For an installation without a mail server. */
export const NO_MAIL: Mail = {
  available: false,
  send: async () => {
    throw new Error('mail was sent where none is configured');
  },
  close: async () => undefined,
};
