import { createHash } from 'node:crypto';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { Message } from '../notification-jobs.ts';
import { formatNotification } from '../current-alarm.ts';
import { getTexts } from '../notification-texts.ts';
import type { ProviderAnswer } from '../provider-call.ts';
import type { LineChannel } from './line-channel.ts';

export const LINE_JOB = 'noticeLine';

/** Sends a LINE message at most once for a job’s `subject`. LINE messages cannot be recalled. */
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
  subject: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  if (line === null || person.lineUserId === null || !person.chose('line')) return 'gone';
  const { title, body, at, link } = await formatNotification(options, {
    room,
    accident,
    what,
    language,
  });
  return line.send(
    person.lineUserId,
    getTexts(language).line(title, body, at, link),
    toUuid(subject),
    signal,
  );
}

/** A deterministic UUID for the subject. */
function toUuid(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
