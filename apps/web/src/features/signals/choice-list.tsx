import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveResult } from '../../live/documents/live-result.ts';
import { EmptyState, LoadingState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import css from './choice.module.css';

/** Shown when the list is empty. */
export type ChoiceEmpty = {
  readonly title: string;
  readonly why: string;
  readonly next?: ReactNode;
};

type ChoiceListProps<Item> = {
  readonly title: string;
  readonly why: string;
  readonly find: string;
  readonly items: LiveResult<readonly Item[]>;
  readonly toKey: (item: Item) => string;
  /** The text to search in. */
  readonly toText: (item: Item) => string;
  readonly target: (item: Item) => {
    readonly to: string;
    readonly search: Readonly<Record<string, string>>;
  };
  readonly row: (item: Item) => ReactNode;
  readonly empty: ChoiceEmpty;
};

/** The list to choose from before anything is chosen, with a search field. */
export function ChoiceList<Item>({
  title,
  why,
  find,
  items,
  toKey,
  toText,
  target,
  row,
  empty,
}: ChoiceListProps<Item>) {
  const { t } = useTranslation('raw');
  const [sought, setSought] = useState('');
  if (items.kind === 'loading') return <LoadingState />;
  if (items.kind === 'failed' || items.kind === 'refused')
    return <ProblemState problem={items.problem} />;
  if (items.value.length === 0) return <EmptyState {...empty} />;
  const words = sought.normalize('NFKC').toLowerCase();
  const found = items.value.filter((item) =>
    toText(item).normalize('NFKC').toLowerCase().includes(words),
  );
  return (
    <section className={css['choice']}>
      <header>
        <div>
          <h2>{title}</h2>
          <p>{why}</p>
        </div>
        <input
          type="search"
          value={sought}
          placeholder={find}
          aria-label={find}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </header>
      {found.length === 0 ? <p className={css['none']}>{t('states.noMatch')}</p> : null}
      <ul>
        {found.map((item) => {
          const { to, search } = target(item);
          return (
            <li key={toKey(item)}>
              <Link to={to} search={search} preload={false} className={css['item']}>
                {row(item)}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
