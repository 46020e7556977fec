import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposingKey } from '../../kit/form/input-method.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { lazyComponent } from '../../kit/pages/lazy-component.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import css from './top-bar.module.css';

const SearchPanel = lazyComponent(() => import('./search-panel.tsx'), 'SearchPanel');

/**
 * The search over rooms, devices and screens. Its code loads when it is first opened. Ctrl K opens
 * it on every page.
 */
export function Palette() {
  const { t } = useTranslation('frame');
  const { t: pages } = useTranslation('pages');
  const toasts = useToasts();
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        isComposingKey(event) ||
        event.altKey ||
        event.shiftKey ||
        !(event.ctrlKey || event.metaKey)
      )
        return;
      event.preventDefault();
      setState('open');
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, []);
  // The bar works without it; the next attempt retries.
  const onBroken = (): void => {
    toasts.show({ id: 'palette', type: 'negative', message: pages('notLoaded') });
    setState('unopened');
  };
  return (
    <>
      <button
        type="button"
        className={css['search']}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <ToolIcon name="search" size={18} />
        <span>{t('searchHint')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {state === 'unopened' ? null : (
        <RegionBoundary quiet onBroken={onBroken}>
          <Suspense>
            <SearchPanel open={state === 'open'} onClose={() => setState('closed')} />
          </Suspense>
        </RegionBoundary>
      )}
    </>
  );
}
