import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from './api.ts';
import { CutNotice } from './cut-notice.tsx';
import type { HistoryFormatter, DescribedChange } from './use-history-formatter.ts';
import css from './update-history.module.css';

const MAX_SHOWN = 6;

/** The changes of an entry, field by field; a button shows more than a few. */
export function HistoryChanges({
  entry,
  words,
  timeZone,
}: {
  readonly entry: HistoryEntry;
  readonly words: HistoryFormatter;
  readonly timeZone: string;
}) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const changes = words.changes(entry, timeZone).map((change) => change.described);
  const more = changes.length - MAX_SHOWN;
  if (changes.length === 0) return null;
  return (
    <>
      <ul className={css['changes']}>
        {(isOpen ? changes : changes.slice(0, MAX_SHOWN)).map((change) => (
          <Change key={change.code} change={change} />
        ))}
      </ul>
      {more > 0 ? (
        <button
          type="button"
          className={css['open']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('closeFields') : t('openFields', { count: more })}
        </button>
      ) : null}
    </>
  );
}

function Change({ change }: { readonly change: DescribedChange }) {
  const { t } = useTranslation('history');
  const { label } = change;
  if (change.kind === 'said') return <li className={css['said']}>{change.value.words}</li>;
  return (
    <li>
      <b>{label}</b>
      {change.kind === 'notStored' ? (
        <span className={css['quiet']}>{t('notStored')}</span>
      ) : change.kind === 'set' ? (
        <span>
          <CutNotice value={change.value} label={label} />
        </span>
      ) : (
        <span>
          <CutNotice value={change.before} label={label} isBefore />
          <i aria-hidden="true">→</i>
          <span className="visually-hidden">{t('becomes')}</span>
          <CutNotice value={change.after} label={label} />
        </span>
      )}
    </li>
  );
}
