import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { LIST_VIEWS, VIEW_ICONS, type ListViewName } from './list-view.ts';
import css from './list.module.css';

/** Switches a list between cards, table and small cards by links, and keeps filters and order. */
export function ListViewSwitch({
  view,
  getPath,
}: {
  readonly view: ListViewName;
  readonly getPath: (view: ListViewName) => string;
}) {
  const { t } = useTranslation('list');
  return (
    <nav className={css['views']} aria-label={t('views.label')}>
      {LIST_VIEWS.map((name) => (
        <Link
          key={name}
          to={getPath(name)}
          search={(search: Record<string, string>) => search}
          className={css['view']}
          data-current={view === name}
          aria-current={view === name ? 'true' : undefined}
        >
          <ToolIcon name={VIEW_ICONS[name]} size={16} />
          <span className={css['viewWord']}>{t(`views.${name}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
