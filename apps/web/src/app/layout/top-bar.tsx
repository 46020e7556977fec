import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import { AccidentCount } from './accident-count.tsx';
import { LinkSign } from './link-sign.tsx';
import { MemberMenu } from './member-menu.tsx';
import { OutboxSign } from './outbox-sign.tsx';
import { OrganisationSwitcher } from './organisation-switcher.tsx';
import css from './top-bar.module.css';

const SearchPanel = lazy(async () => ({ default: (await import('./search-panel.tsx')).SearchPanel }));

/** What concerns every screen, in one line above the page. */
export function TopBar() {
  return (
    <header className={css['bar']}>
      <OrganisationSwitcher />
      <Search />
      <div className={css['signs']}>
        <OutboxSign />
        <AccidentCount />
        <LinkSign />
        <MemberMenu />
      </div>
    </header>
  );
}

/** The search is loaded when it is first opened; Ctrl K opens it from everywhere. */
function Search() {
  const { t } = useTranslation('frame');
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setState('open');
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" className={css['search']} onClick={() => setState('open')}>
        <ToolIcon name="search" size={18} /><span>{t('searchHint')}</span><kbd>Ctrl K</kbd>
      </button>
      {state === 'never' ? null : <Suspense><SearchPanel open={state === 'open'} onClose={() => setState('closed')} /></Suspense>}
    </>
  );
}
