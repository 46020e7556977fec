import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatAgo,
  formatBriefAge,
  formatShortAge,
  formatSince,
} from '../../locales/format-age.ts';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { useTimed } from './clock-context.tsx';

type AgeProps = {
  readonly at: Date;
  readonly kind: 'since' | 'ago' | 'brief' | 'short';
  readonly className?: string | undefined;
};

const WORDS = {
  since: formatSince,
  ago: formatAgo,
  brief: formatBriefAge,
  short: formatShortAge,
} as const;

/** "18分前から" or "18分前": rerenders itself when its text changes, and nothing around it. */
export const Age = memo(
  function Age({ at, kind, className }: AgeProps) {
    const { t, i18n } = useTranslation('age');
    const words = useTimed((nowMs) => WORDS[kind](t, at, nowMs));
    return (
      <time
        className={className}
        dateTime={at.toISOString()}
        title={createDateTimeFormatter(i18n.language, EXACT)(at)}
      >
        {words}
      </time>
    );
  },
  (before, after) =>
    before.at.getTime() === after.at.getTime() &&
    before.kind === after.kind &&
    before.className === after.className,
);

const EXACT = { dateStyle: 'medium', timeStyle: 'medium' } as const;
