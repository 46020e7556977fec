import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Message } from '../notification-jobs.ts';
import { formatNotification } from '../current-alarm.ts';
import { getTexts } from '../notification-texts.ts';
import type { ProviderAnswer } from '../provider-call.ts';
import type { LineChannel } from './line-channel.ts';

/** Sends a LINE message at most once for an `id`. LINE messages cannot be recalled. */
export async function sendLine(
  {
    line,
    ...options
  }: {
    readonly line: LineChannel | null;
    readonly store: DocumentStore;
    readonly publicOrigin: string | null;
  },
  { person, room, accident, what, language }: Message,
  id: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  if (line === null || person.lineUserId === null || !person.chose('line')) return 'gone';
  const { title, body, at, link } = await formatNotification(options, {
    room,
    accident,
    what,
    language,
  });
  return line.send(person.lineUserId, getTexts(language).line(title, body, at, link), id, signal);
}
