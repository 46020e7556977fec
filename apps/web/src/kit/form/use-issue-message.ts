import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';

export type Issue = {
  readonly code: string;
  readonly details?: Readonly<Record<string, string | number>> | undefined;
};

/** Arguments that name a kind of value, which is translated. */
const TYPE_ARGUMENTS = ['expected', 'received', 'origin'] as const;

/**
 * Text of a schema issue. An unknown code, from a newer version, is shown as `value-wrong`,
 * "Invalid input".
 */
export function issueWords(translation: i18n, { code, details = {} }: Issue): string {
  const has = (key: string): boolean => translation.exists(key, { ns: 'validation' });
  // The sign-in page does not load the catalogue.
  if (!has('value-wrong')) return translation.t('wrong', { ns: 'form' });
  const named = Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (name === 'limit') return [name, limitText(value, translation.language)];
      return [
        name,
        TYPE_ARGUMENTS.some((one) => one === name) && has(`types.${value}`)
          ? translation.t(`types.${value}` as 'types.string', { ns: 'validation' })
          : value,
      ];
    }),
  );
  // The line above checks that the key exists, which the type of the keys cannot express.
  return translation.t((has(code) ? code : 'value-wrong') as 'value-wrong', {
    ns: 'validation',
    ...named,
  });
}

/**
 * Dates arrive as ISO text and are shown in the user's time zone, with the time unless it is
 * midnight.
 */
function limitText(limit: string, language: string): string {
  const date = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(limit) ? new Date(limit) : null;
  if (date === null || Number.isNaN(date.getTime())) return limit;
  const midnight = date.getHours() + date.getMinutes() + date.getSeconds() === 0;
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(midnight ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }).format(date);
}

/** Texts of schema issues, from the browser or the server, in the user's language. */
export function useIssueMessage(): (issue: Issue) => string {
  const { i18n } = useTranslation('validation');
  return (issue) => issueWords(i18n, issue);
}
