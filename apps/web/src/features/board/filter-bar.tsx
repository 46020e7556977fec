import { FAULTS, PRESENCES, SLEEP_STATES } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import {
  isUnfiltered,
  collectFacets,
  FILTER_KEYS,
  SORTS,
  type BoardFilter,
  type Sort,
} from './board-filter.ts';
import css from './board.module.css';
import type { Room } from './room-store.ts';

/** Filters and search of the board, all stored in the address. */
export function FilterBar({ filter, rooms }: { filter: BoardFilter; rooms: readonly Room[] }) {
  const { t } = useTranslation('home');
  const { t: states } = useTranslation('states');
  const [values, change] = useUrlParams();
  const { buildings, floors, tags } = collectFacets(rooms);
  const clear = (): void => change(Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])));
  return (
    <search className={css['filters']} aria-label={t('filters')}>
      <SortChoice sort={filter.sort} className={css['sort']} />
      <label className={css['search']}>
        <ToolIcon name="search" size={16} />
        <span className="visually-hidden">{t('searchLabel')}</span>
        <input
          type="search"
          value={values['q'] ?? ''}
          placeholder={t('searchHint')}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      </label>
      <Choice name="building" options={options(buildings, filter.building)} />
      <Choice name="floor" options={options(floors, filter.floor)} />
      <Choice name="tag" options={options(tags, filter.tag)} />
      <Choice
        name="presence"
        options={PRESENCES.map((value) => ({ value, word: states(`presence.${value}`) }))}
      />
      <Choice
        name="sleep"
        options={SLEEP_STATES.map((value) => ({ value, word: states(`sleep.${value}`) }))}
      />
      <Choice
        name="fault"
        options={FAULTS.map((value) => ({ value, word: states(`fault.${value}`) }))}
      />
      <button
        type="button"
        className={css['toggle']}
        aria-pressed={filter.accident}
        onClick={() => change({ accident: filter.accident ? undefined : '1' })}
      >
        <StateIcon shape="fall" size={16} />
        {t('accident')}
      </button>
      <button
        type="button"
        className={css['clear']}
        onClick={clear}
        disabled={isUnfiltered(filter)}
      >
        {t('clear')}
      </button>
    </search>
  );
}

/**
 * The order of the board; by default the most urgent first. Shown in the header, on a phone among
 * the filters.
 */
export function SortChoice({
  sort: chosen,
  className,
}: {
  sort: Sort;
  className?: string | undefined;
}) {
  const { t } = useTranslation('home');
  const [, change] = useUrlParams();
  return (
    <label className={className === undefined ? css['choice'] : `${css['choice']} ${className}`}>
      <span className={css['viewWord']}>{t('sort')}</span>
      <select
        value={chosen}
        onChange={(event) =>
          change({
            sort: event.currentTarget.value === 'attention' ? undefined : event.currentTarget.value,
          })
        }
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sorts.${sort}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

type Option = { readonly value: string; readonly word: string };

/** A value in the URL stays selectable even if no loaded room has it. */
const options = (values: readonly string[], chosen: string | null): Option[] =>
  [...new Set(chosen === null ? values : [...values, chosen])].map((value) => ({
    value,
    word: value,
  }));

/** Omits filters without options. */
function Choice({
  name,
  options: choices,
}: {
  name: 'building' | 'floor' | 'tag' | 'presence' | 'sleep' | 'fault';
  options: readonly Option[];
}) {
  const { t } = useTranslation('home');
  const [values, change] = useUrlParams();
  const value = values[name] ?? '';
  if (choices.length < 2 && value === '') return null;
  return (
    <label className={css['choice']} data-set={value !== ''}>
      <span className="visually-hidden">{t(name)}</span>
      <select value={value} onChange={(event) => change({ [name]: event.currentTarget.value })}>
        <option value="">{t(name)}</option>
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </select>
    </label>
  );
}
