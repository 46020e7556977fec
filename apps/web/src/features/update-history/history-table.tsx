import { ACCIDENT_KINDS, ACCIDENT_OUTCOMES, ACCIDENT_STATES, UPLOAD_STATES } from '@yamori/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '../../client/history-client.ts';
import { momentWords, wholeMoment } from '../../text/moment-words.ts';
import { ACTIONS, COLLECTION_NAMES, FIELD_NAMES, MACHINE_FIELDS } from './history-names.ts';
import css from './update-history.module.css';

type TableProps = { readonly entries: readonly HistoryEntry[]; readonly names: ReadonlyMap<string, string> };

/** One row a change: when, who and from where, what was done to what, and from what to what. */
export function HistoryTable({ entries, names }: TableProps) {
  const { t, i18n } = useTranslation('history');
  const at = momentWords(i18n.language, { ...wholeMoment(i18n.language), second: '2-digit' });
  return (
    <table className={css['table']}>
      <thead><tr><th>{t('at')}</th><th>{t('who')}</th><th>{t('what')}</th><th>{t('changes')}</th></tr></thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.documentPath}>
            <td data-label={t('at')}><time dateTime={entry.at.toISOString()}>{at(entry.at)}</time></td>
            <td data-label={t('who')}>{entry.actorId === '' ? t('server') : names.get(`staff/${entry.actorId}`) ?? <span className={css['quiet']}>{t('gone')}</span>}{entry.address === '' ? null : <small>{t('from', { address: entry.address })}</small>}</td>
            <td data-label={t('what')}><Done entry={entry} names={names} /></td>
            <td data-label={t('changes')}><Changes entry={entry} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was done, and to which document: by its name, and by its path where there is none. */
function Done({ entry: { action, path }, names }: { readonly entry: HistoryEntry; readonly names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('history');
  const known = ACTIONS.find((one) => one === action);
  const segments = path.split('/');
  const collection = COLLECTION_NAMES.find((one) => one === segments.at(-2));
  const name = names.get(segments.slice(0, 2).join('/'));
  return (
    <>
      <strong>{known === undefined ? action : t(`actions.${known}`)}</strong>
      <span>{collection === undefined ? path : t(`collections.${collection}`)}{name === undefined ? '' : t('named', { name })}</span>
      {name === undefined && collection !== undefined ? <small>{path}</small> : null}
    </>
  );
}

const MOST_SHOWN = 6;

function Changes({ entry: { changes: all, action, path } }: { readonly entry: HistoryEntry }) {
  const { t } = useTranslation('history');
  const collection = path.split('/').at(-2) ?? '';
  const stateWords = useStateWords(collection);
  const plain = useValueWords();
  const changes = all.filter(({ field }) => MACHINE_FIELDS[collection]?.has(field) !== true);
  if (action === 'historyRedacted') return <span className={css['quiet']}>{t('redactedEntries', { count: changes.length })}</span>;
  // What was made or deleted had every field at once: those that say nothing are left out.
  const isWhole = action === 'create' || action === 'delete';
  const told = changes.filter(({ before, after }) => !isWhole || plain(before) !== plain(after));
  return (
    <ul className={css['changes']}>
      {told.slice(0, MOST_SHOWN).map(({ field, before, after }) => {
        const known = FIELD_NAMES.find((one) => one === field);
        const words = (value: unknown): string => (field === 'state' || field === 'outcome' || field === 'kind' ? stateWords(field, value) : null) ?? plain(value);
        return (
          <li key={field}>
            <b>{known === undefined ? field : t(`fields.${known}`)}</b>
            {before === null && after === null ? <span className={css['quiet']}>{t('notKept')}</span>
              : isWhole ? <span>{words(action === 'create' ? after : before)}</span>
                : <span><s>{words(before)}</s><i aria-hidden="true">→</i><span className="visually-hidden">{t('becomes')}</span>{words(after)}</span>}
          </li>
        );
      })}
      {told.length > MOST_SHOWN ? <li className={css['quiet']}>{t('moreFields', { count: told.length - MOST_SHOWN })}</li> : null}
    </ul>
  );
}

/** States that a screen of their own has words for; null for any other. */
function useStateWords(collection: string): (field: 'state' | 'outcome' | 'kind', value: unknown) => string | null {
  const { t } = useTranslation('imports');
  const { t: accidents } = useTranslation('accidents');
  return (field, value) => {
    if (collection === 'accident') return accidentWords(accidents, field, value);
    if (field !== 'state') return null;
    const state = collection === 'uploadHistory' ? UPLOAD_STATES.find((one) => one === value) : undefined;
    return state === undefined ? null : t(`state.${state}`);
  };
}

function accidentWords(t: TFunction<'accidents'>, field: 'state' | 'outcome' | 'kind', value: unknown): string | null {
  const state = field === 'state' ? ACCIDENT_STATES.find((one) => one === value) : undefined;
  const outcome = field === 'outcome' ? ACCIDENT_OUTCOMES.find((one) => one === value) : undefined;
  const kind = field === 'kind' ? ACCIDENT_KINDS.find((one) => one === value) : undefined;
  if (state !== undefined) return t(`state.${state}`);
  if (outcome !== undefined) return t(`outcome.${outcome}`);
  return kind === undefined ? null : t(`kind.${kind}`);
}

const MOST_CHARACTERS = 60;

/** A value as it can stand in a line; lists and groups of values are not spelled out. */
function useValueWords(): (value: unknown) => string {
  const { t, i18n } = useTranslation('history');
  const figure = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 });
  const at = momentWords(i18n.language, wholeMoment(i18n.language));
  return (value) => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '—';
    if (value instanceof Date) return at(value);
    if (typeof value === 'number') return figure.format(value);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const text = typeof value === 'string' ? value : Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : null;
    return text === null ? t('severalValues') : text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  };
}
