import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../url-state/use-address.ts';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { LIST_VIEWS, VIEW_ICONS, type ListViewName } from './list-look.ts';
import css from './list.module.css';

/** On a telephone a row shows its name and little else; cards show all of it. */
const NARROW = '(max-width: 700px)';

/** The view of a list: `as` in its address, else the one that fits the screen. */
export function useListLook(): ListViewName {
  const [values] = useAddress();
  const usual = useUsualLook();
  return LIST_VIEWS.find((name) => name === values['as']) ?? usual;
}

const useUsualLook = (): ListViewName =>
  useSyncExternalStore(watchWidth, () => (matchMedia(NARROW).matches ? 'card' : 'table'));

function watchWidth(onChange: () => void): () => void {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** The same list as cards, table or small cards; filters and order go along. */
export function ListLookChoice({ look }: { readonly look: ListViewName }) {
  const { t } = useTranslation('list');
  const [, change] = useAddress();
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
