import { highestLevelManagedBy, ProblemError } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMembers } from '../api.ts';
import { EmptyState, Skeleton } from '../../../kit/pages/page-state.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { StaffTable } from './staff-table.tsx';
import css from './staff.module.css';

/**
 * The staff of an organisation: invite members, set levels, suspend accounts, and help members who
 * cannot sign in.
 */
export function StaffSection({ domainId }: { readonly domainId: string }) {
  const { t } = useTranslation('staff');
  const actor = toActor(useViewer());
  const manages = actor !== null && highestLevelManagedBy(actor) !== null;
  return (
    <PageSection
      anchor="members"
      title={t('title')}
      lead={t('lead')}
      tool={
        manages ? (
          <Link to="/register" className={css['invite']}>
            {t('invite')}
          </Link>
        ) : undefined
      }
    >
      {manages ? (
        <Members domainId={domainId} />
      ) : (
        <EmptyState compact title={t('notYours')} why={t('notYoursWhy')} />
      )}
    </PageSection>
  );
}

function Members({ domainId }: { readonly domainId: string }) {
  const { t } = useTranslation('staff');
  const query = useMembers(domainId);
  if (query.data !== undefined) {
    return (
      <>
        <StaffTable
          domainId={domainId}
          members={query.data.members}
          onChanged={() => void query.refetch()}
        />
        {query.data.complete ? null : (
          <p className={css['quiet']}>{t('more', { count: query.data.members.length })}</p>
        )}
      </>
    );
  }
  if (query.error === null)
    return (
      <div className={css['waiting']} aria-busy="true">
        <Skeleton height={36} />
        <Skeleton height={52} />
        <Skeleton height={52} />
        <Skeleton height={52} />
      </div>
    );
  // Anything else is a bug: the error page shows it.
  if (!(query.error instanceof ProblemError)) throw query.error;
  return (
    <ProblemState problem={query.error.problem} onRetry={() => void query.refetch()} compact />
  );
}
