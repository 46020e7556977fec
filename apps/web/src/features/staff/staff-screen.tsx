import { highestLevelManagedBy, ProblemError } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState, PageHeader, Skeleton } from '../../ui/pages/page-state.tsx';
import { ProblemState } from '../../ui/pages/problem-state.tsx';
import { actorOf } from '../../ui/viewer/viewer-actor.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import { useStaffSide } from './staff-context.ts';
import { StaffTable } from './staff-table.tsx';
import css from './staff.module.css';

/** The organisation's settings as far as they are here: its staff, and a way back in for those who lost theirs. */
export function StaffScreen() {
  const { t } = useTranslation('staff');
  const { t: routes } = useTranslation('routes');
  const { t: plans } = useTranslation('plans');
  const viewer = useViewer();
  const actor = actorOf(viewer);
  const domainId = viewer.organisationId ?? viewer.user?.domainId ?? null;
  const manages = actor !== null && highestLevelManagedBy(actor) !== null;
  return (
    <div className={css['screen']}>
      <PageHeader title={routes('domain-config.title')} />
      <section className={css['section']} aria-labelledby="staff-title">
        <header>
          <div><h2 id="staff-title">{t('title')}</h2><p>{t('lead')}</p></div>
          {manages ? <Link to="/register" className={css['invite']}>{t('invite')}</Link> : null}
        </header>
        {manages ? <Members domainId={domainId} /> : <EmptyState compact title={t('notYours')} why={t('notYoursWhy')} />}
      </section>
      <p className={css['later']}><span>{t('later')}</span>{plans('domain-config')}</p>
    </div>
  );
}

function Members({ domainId }: { readonly domainId: string | null }) {
  const { t } = useTranslation('staff');
  const { client } = useStaffSide();
  const query = useQuery({ queryKey: ['staff', domainId], queryFn: () => client.list(domainId ?? ''), enabled: domainId !== null });
  if (domainId === null) return <EmptyState compact title={t('choose')} why={t('chooseWhy')} />;
  if (query.data !== undefined) {
    return (
      <>
        <StaffTable members={query.data.members} onChanged={() => void query.refetch()} />
        {query.data.complete ? null : <p className={css['quiet']}>{t('more', { count: query.data.members.length })}</p>}
      </>
    );
  }
  if (query.error === null) return <div className={css['waiting']} aria-busy="true"><Skeleton height={36} /><Skeleton height={52} /><Skeleton height={52} /><Skeleton height={52} /></div>;
  // Anything else is a fault of ours: the page says so.
  if (!(query.error instanceof ProblemError)) throw query.error;
  return <ProblemState problem={query.error.problem} onRetry={() => void query.refetch()} compact />;
}
