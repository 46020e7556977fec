import type { Mail } from '../../core/mail/mail.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Message } from './notification-jobs.ts';
import { formatNotification } from './current-alarm.ts';
import { getTexts } from './notification-texts.ts';
import type { ProviderAnswer } from './provider-call.ts';

type MailNotificationOptions = {
  readonly mail: Mail;
  readonly store: DocumentStore;
  readonly publicOrigin: string | null;
};

/** Sends a mail. Every attempt for one job has the same `id`, so mail readers show it once. */
export async function sendMail(
  { mail, ...options }: MailNotificationOptions,
  { person, room, accident, what, language }: Message,
  id: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  if (!mail.available || person.email === null || !person.chose('email')) return 'gone';
  const { title, body, at, link } = await formatNotification(options, {
    room,
    accident,
    what,
    language,
  });
  const message = {
    kind: 'alarm',
    to: person.email,
    ...getTexts(language).mail(title, body, at, link),
  };
  return mail.deliver(message, id, signal);
}
