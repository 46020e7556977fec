import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { isCurrent, railGroups, routeIcon } from './navigation.ts';
import { RailGroups } from './rail.tsx';
import css from './bottom-bar.module.css';

/**
 * On a phone the rail becomes a bottom bar with the monitoring screens and a drawer with the rest.
 */
export function BottomBar() {
  const { t } = useTranslation('frame');
  const { t: words } = useTranslation('routes');
  const { visitor } = useViewer();
  const [open, setOpen] = useState(false);
  const path = useLocation({ select: (location) => location.pathname });
  const watched = railGroups(visitor).find(({ group }) => group === 'watch')?.routes ?? [];
  return (
    <nav className={css['bar']} aria-label={t('groups.watch')}>
      {watched.slice(0, 4).map((route) => (
        <Link
          key={route.id}
          to={route.path}
          activeOptions={{ exact: true }}
          className={css['item']}
          data-current={isCurrent(route, path)}
          aria-current={isCurrent(route, path) ? 'page' : undefined}
        >
          <ToolIcon name={routeIcon(route.id)} size={22} />
          {/* Every route id has a title (a test compares the two); the keys' type cannot follow a
              run-time id. */}
          <span>{words(`${route.id}.title` as 'index.title')}</span>
        </Link>
      ))}
      <button
        type="button"
        className={css['item']}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        <ToolIcon name="menu" size={22} />
        <span>{t('more')}</span>
      </button>
      <Dialog
        open={open}
        title={t('navigation')}
        size="small"
        closesOnOutsideClick
        onClose={() => setOpen(false)}
      >
        <DialogScroll>
          <nav aria-label={t('navigation')} data-autofocus>
            <RailGroups onFollow={() => setOpen(false)} />
          </nav>
        </DialogScroll>
      </Dialog>
    </nav>
  );
}
