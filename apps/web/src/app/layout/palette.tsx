import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useNotifications } from '../../kit/toast/notifications-view.tsx';
import { lazyPart } from '../../kit/pages/lazy-part.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import css from './top-bar.module.css';

const SearchPanel = lazyPart(() => import('./search-panel.tsx'), 'SearchPanel');

/**
 * The search over rooms, devices and screens: fetched when it is first opened; Ctrl K opens it from
 * everywhere.
 */
export function Palette() {
  const { t } = useTranslation('frame');
  const { t: pages } = useTranslation('pages');
  const notifications = useNotifications();
  // How often it was asked for; the panel itself knows whether it is open.
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        event.isComposing ||
        event.altKey ||
        event.shiftKey ||
        !(event.ctrlKey || event.metaKey)
      )
        return;
      event.preventDefault();
      setRequests((count) => count + 1);
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, []);
  // The bar goes on without it, and the next try fetches it again.
  const onBroken = (): void => {
    notifications.show({ id: 'palette', type: 'negative', message: pages('notLoaded') });
    setRequests(0);
  };
  return (
    <>
      <button
        type="button"
        className={css['search']}
        onClick={() => setRequests((count) => count + 1)}
      >
        <ToolIcon name="search" size={18} />
        <span>{t('searchHint')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {requests === 0 ? null : (
        <RegionBoundary quiet onBroken={onBroken}>
          <Suspense>
            <SearchPanel requests={requests} />
          </Suspense>
        </RegionBoundary>
      )}
    </>
  );
}
