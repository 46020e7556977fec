import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail.ts';

export type SmtpOptions = {
  readonly url: string;
  readonly from: string;
  /** Limit for one message, from the connection to the server's acceptance. */
  readonly messageLimitMs?: number;
};

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** The socket timeout does not limit a server that keeps sending single bytes. */
const MESSAGE_LIMIT_MS = 120_000;

/**
 * Delivers by SMTP. `smtps:` encrypts from the start; `smtp:` upgrades when the server offers
 * STARTTLS.
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
    // Suppresses out-of-office replies (RFC 3834).
    { from, headers: { 'auto-submitted': 'auto-generated' } },
  );
  // Host of the message ids.
  const senderHost = /@([^<>@\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    deliver: async ({ to, subject, text }, id, signal) => {
      await transporter.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${senderHost}>`,
        // Aborts this message's connection only.
        signal: AbortSignal.any([
          AbortSignal.timeout(messageLimitMs),
          ...(signal === undefined ? [] : [signal]),
        ]),
      });
    },
    close: () => transporter.close(),
  };
}
