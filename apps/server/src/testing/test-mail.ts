import type { Logger } from 'pino';
import type { Database } from '../core/database/database.ts';
import { createSecretBox } from '../core/secrets/secret-box.ts';
import { createMailQueue, type MailQueueOptions } from '../core/mail/mail-queue.ts';
import type { Mail } from '../core/mail/mail.ts';
import { createSmtpTransport } from '../core/mail/smtp-transport.ts';

export const MAIL_FROM = 'Yamori <no-reply@ward.example>';

/** The production mail queue with short delays and one sender, so messages keep their order. */
export const openTestMail = (
  database: Database,
  url: string,
  log: Logger,
  more: Partial<MailQueueOptions> = {},
): Mail =>
  createMailQueue({
    database,
    box: createSecretBox('a secret of an installation in a test', 'mail'),
    transport: createSmtpTransport({ url, from: MAIL_FROM }),
    log,
    retryDelaysMs: [20],
    pollIntervalMs: 50,
    senders: 1,
    ...more,
  });
