import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../url-state/use-url-params.ts';
import { Popover } from '../popover/popover.tsx';
import { ToolIcon } from '../icons/tool-icon.tsx';
import {
  isUnfiltered,
  clearedFilters,
  columnChange,
  type ListConfig,
  type ListState,
} from './list-url-state.ts';
import css from './list.module.css';

export type Facet = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly word: string }[];
};
type ColumnWord<Column extends string> = { readonly id: Column; readonly head: string };

export type ListToolbarProps<Sort extends string, Column extends string> = {
  readonly config: ListConfig<Sort, Column>;
  readonly state: ListState<Sort, Column>;
  readonly facets: readonly Facet[];
  readonly columns: readonly ColumnWord<Column>[];
  readonly searchHint: string;
  /** Small cards have no columns. */
  readonly hasColumns: boolean;
};

/** Search, filters and columns of a list, all stored in the URL. */
export function ListToolbar<Sort extends string, Column extends string>({
  config,
  state,
  facets,
  columns,
  searchHint,
  hasColumns,
}: ListToolbarProps<Sort, Column>) {
  const { t } = useTranslation('list');
  const [, change] = useUrlParams();
  return (
    <search className={css['filters']} aria-label={t('filters')}>
      <label className={css['search']}>
        <ToolIcon name="search" size={16} />
        <span className="visually-hidden">{t('search')}</span>
        <input
          type="search"
          value={state.text}
          placeholder={searchHint}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      </label>
      {facets.map((facet) => (
        <FacetSelect key={facet.name} facet={facet} value={state.facets[facet.name] ?? ''} />
      ))}
      {hasColumns ? <ColumnChoice config={config} shown={state.columns} columns={columns} /> : null}
      <button
        type="button"
        className={css['clear']}
        onClick={() => change(clearedFilters(config))}
        disabled={isUnfiltered(state)}
      >
        {t('clear')}
      </button>
    </search>
  );
}

/**
 * Omits filters without options. The value in the URL stays selectable even if no loaded row has
 * it.
 */
function FacetSelect({
  facet: { name, label, options },
  value,
}: {
  readonly facet: Facet;
  readonly value: string;
}) {
  const { t } = useTranslation('list');
  const [, change] = useUrlParams();
  if (options.length === 0 && value === '') return null;
  const all =
    value === '' || options.some((option) => option.value === value)
      ? options
      : [...options, { value, word: value }];
  return (
    <label className={css['choice']} data-set={value !== ''}>
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => change({ [name]: event.currentTarget.value })}>
        <option value="">{t('anyOf', { name: label })}</option>
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </select>
    </label>
  );
}

type ColumnChoiceProps<Column extends string> = {
  readonly config: ListConfig<string, Column>;
  readonly shown: readonly Column[];
  readonly columns: readonly ColumnWord<Column>[];
};

function ColumnChoice<Column extends string>({
  config,
  shown,
  columns,
}: ColumnChoiceProps<Column>) {
  const { t } = useTranslation('list');
  const [, change] = useUrlParams();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={css['columns']}>
      <button
        type="button"
        className={css['tool']}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ToolIcon name="sliders" size={16} />
        {t('columns')}
      </button>
      {open ? (
        <Popover anchor={place} label={t('columns')} onClose={() => setOpen(false)}>
          <ul className={css['columnList']}>
            {columns.map(({ id, head }, index) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={shown.includes(id)}
                    disabled={index === 0}
                    onChange={() => change(columnChange(shown, id, config))}
                  />
                  {head}
                </label>
              </li>
            ))}
          </ul>
        </Popover>
      ) : null}
    </div>
  );
}
