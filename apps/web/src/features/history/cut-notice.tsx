import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DescribedValue } from './use-history-formatter.ts';
import css from './update-history.module.css';

/** Fits the hash of a file. */
const MAX_CHARACTERS = 64;

/**
 * Text that may be too long for a line or hold several values: a button shows the rest.
 *
 * @param label of the field, for the button's accessible name
 */
export function CutNotice({
  value: { words, raw },
  label,
  isBefore = false,
}: {
  readonly value: DescribedValue;
  readonly label: string;
  readonly isBefore?: boolean;
}) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const characters = Array.from(words);
  const isTruncated = characters.length > MAX_CHARACTERS;
  const shown = isTruncated && !isOpen ? `${characters.slice(0, MAX_CHARACTERS).join('')}…` : words;
  return (
    <>
      {isBefore ? <s>{shown}</s> : shown}
      {isTruncated || raw !== null ? ' ' : null}
      {isTruncated || raw !== null ? (
        <button
          type="button"
          className={css['open']}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'closeOf' : 'openOf', { label })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'close' : 'open')}
        </button>
      ) : null}
      {isOpen && raw !== null ? <pre className={css['kept']}>{raw}</pre> : null}
    </>
  );
}
