import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../url-state/use-url-params.ts';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { LIST_VIEWS, VIEW_ICONS, type ListViewName } from './list-view.ts';
import css from './list.module.css';

/** On a phone a table row shows little more than the name, so the default is cards. */
const NARROW = '(max-width: 700px)';

/** The view of a list: the URL parameter `as`, else the default for the screen size. */
export function useListView(): ListViewName {
  const [values] = useUrlParams();
  const usual = useDefaultView();
  return LIST_VIEWS.find((name) => name === values['as']) ?? usual;
}

const useDefaultView = (): ListViewName =>
  useSyncExternalStore(watchWidth, () => (matchMedia(NARROW).matches ? 'card' : 'table'));

function watchWidth(onChange: () => void): () => void {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Switches a list between cards, table and small cards, and keeps filters and order. */
export function ListViewSwitcher({ look }: { readonly look: ListViewName }) {
  const { t } = useTranslation('list');
  const [, change] = useUrlParams();
  return (
    <fieldset className={css['looks']} aria-label={t('views.label')}>
      {LIST_VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          className={css['view']}
          data-current={look === name}
          aria-pressed={look === name}
          onClick={() => change({ as: name })}
        >
          <ToolIcon name={VIEW_ICONS[name]} size={16} />
          <span className={css['viewWord']}>{t(`views.${name}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
