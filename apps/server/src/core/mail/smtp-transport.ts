import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail.ts';

export type SmtpOptions = {
  readonly url: string;
  readonly from: string;
  /** How long a message may take, from the connection to the server's yes. */
  readonly messageLimitMs?: number;
};

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** A server that sends byte after byte never falls silent. */
const MESSAGE_LIMIT_MS = 120_000;

/**
 * Speaks SMTP to the configured server. `smtps:` encrypts from the start; `smtp:` as soon as the
 * server offers it.
 */
export function createSmtpTransport({
  url,
  from,
  messageLimitMs = MESSAGE_LIMIT_MS,
}: SmtpOptions): MailTransport {
  const transporter = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Receivers know by this that nobody wrote it by hand: no out-of-office answers to it.
    { from, headers: { 'auto-submitted': 'auto-generated' } },
  );
  // What stands behind the @ of the sender: our messages are told from others' by it.
  const senderHost = /@([^<>@\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    deliver: async ({ to, subject, text }, id) => {
      await transporter.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${senderHost}>`,
        // Ends this message's connection only.
        signal: AbortSignal.timeout(messageLimitMs),
      });
    },
    close: () => transporter.close(),
  };
}
