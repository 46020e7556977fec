import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { agoWords, briefWords, sinceWords } from '../../text/age-words.ts';
import { useTimed } from './clock-context.tsx';

type AgeProps = { readonly at: Date; readonly kind: 'since' | 'ago' | 'brief'; readonly className?: string | undefined };

const WORDS = { since: sinceWords, ago: agoWords, brief: briefWords } as const;

/** "18分前から" or "18分前": renders itself when its words change, and nothing around it. */
export const Age = memo(function Age({ at, kind, className }: AgeProps) {
  const { t } = useTranslation('age');
  const words = useTimed((nowMs) => WORDS[kind](t, at, nowMs));
  return <time className={className} dateTime={at.toISOString()} title={timeWords(at)}>{words}</time>;
}, (before, after) => before.at.getTime() === after.at.getTime() && before.kind === after.kind && before.className === after.className);

// Making a format costs more than all the rest of an age, so it is made once.
const TIME_FORMAT = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'medium', timeStyle: 'medium', hour12: false });
const timeWords = (at: Date): string => TIME_FORMAT.format(at);
