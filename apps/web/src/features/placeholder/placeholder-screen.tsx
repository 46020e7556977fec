import { PRODUCT_VERSION } from '@yamori/domain';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState, PageHeader } from '../../ui/pages/page-state.tsx';
import css from './placeholder.module.css';

/** A route of a later version: says what the screen will do and that it is not here yet. */
export function PlaceholderScreen() {
  const { t } = useTranslation('placeholder');
  const { t: words } = useTranslation('routes');
  const { t: pages } = useTranslation('pages');
  const { t: plan, i18n } = useTranslation('plans');
  // Every route id has words (a test compares the two); the keys' type cannot follow a run-time id.
  const id: string = useMatches().at(-1)?.staticData.routeId ?? 'index';
  const does = i18n.exists(id, { ns: 'plans' }) ? plan(id as 'report') : null;
  return (
    <div className={css['screen']}>
      <PageHeader title={words(`${id}.title` as 'index.title')} />
      <EmptyState
        title={t('notYet', { version: PRODUCT_VERSION })}
        why={t('instead')}
        next={<Link to="/">{pages('goHome')}</Link>}
      />
      {does === null ? null : <p className={css['will']}><span>{t('will')}</span>{does}</p>}
    </div>
  );
}
