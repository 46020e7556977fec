/** One message to one person; plain text, so that nothing in it can run or be loaded. */
export type MailMessage = {
  /** What it is about, for the log, where neither the address nor the words may stand. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** What hands a message over to a mail server; rejects when that did not take it. */
export type MailTransport = {
  readonly deliver: (message: MailMessage) => Promise<void>;
  readonly close: () => void;
};

/**
 * Mail as the features use it. `available` is false where no mail server is configured: what needs mail is not offered then.
 * `send` returns at once, so that nobody learns from the time of an answer whether a mail went out.
 */
export type Mail = {
  readonly available: boolean;
  readonly send: (message: MailMessage) => void;
  /** Waits until nothing is under way; what waits for another try is given up. */
  readonly close: () => Promise<void>;
};

/** For an installation without a mail server. */
export const NO_MAIL: Mail = {
  available: false,
  send: () => { throw new Error('mail was sent where none is configured'); },
  close: async () => undefined,
};
