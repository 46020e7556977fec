import { organisationApi, type EscalationGroup, type TellingWay } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../../../api/http-context.ts';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import css from '../domain-config.module.css';
import type { Domain } from '../domain-source.ts';

/**
 * By which ways an alarm would reach somebody, by their id. Null: not read yet, or not to be read
 * by who looks.
 */
type Reach = ReadonlyMap<string, readonly TellingWay[]> | null;
export const NoticeReachContext = createContext<Reach>(null);

export function useNoticeReach({ documentReferenceId }: Domain, mayEdit: boolean): Reach {
  const http = useHttp();
  // What cannot be read is left out: nothing is said of it, and the groups can be set all the same.
  const { data } = useQuery({
    queryKey: ['notice-reach', documentReferenceId],
    queryFn: () =>
      http.call(organisationApi.noticeReach, { params: { domainId: documentReferenceId } }),
    enabled: mayEdit,
  });
  return useMemo(
    () =>
      data === undefined ? null : new Map(data.people.map(({ userId, ways }) => [userId, ways])),
    [data],
  );
}

/** How somebody hears of an alarm while they look at no page, or that they would not. */
export function PersonReach({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('domainConfig');
  const ways = useContext(NoticeReachContext)?.get(userId);
  if (ways === undefined) return null;
  return ways.length === 0 ? (
    <small>{t('groups.unreached')}</small>
  ) : (
    <small data-reached>{ways.map((way) => t(`groups.ways.${way}`)).join(t('separator'))}</small>
  );
}

/**
 * A group of which nobody would hear of an alarm: the next one is told at once, and behind the last
 * one everybody.
 */
export function GroupReach({
  group: { userIds },
  isLast,
}: {
  readonly group: EscalationGroup;
  readonly isLast: boolean;
}) {
  const { t } = useTranslation('domainConfig');
  const reach = useContext(NoticeReachContext);
  const known = userIds.map((userId) => reach?.get(userId));
  // Of people whom the reader may not see nothing is known, and those who are not active are told
  // of beside.
  if (
    reach === null ||
    known.every((ways) => ways === undefined) ||
    known.some((ways) => ways === undefined || ways.length > 0)
  )
    return null;
  return (
    <p className={css['warning']}>
      <ToolIcon name="alert" size={18} />
      {t(isLast ? 'groups.warnings.unreachedLast' : 'groups.warnings.unreached')}
    </p>
  );
}
