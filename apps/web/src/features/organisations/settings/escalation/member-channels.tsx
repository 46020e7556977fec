import type { EscalationGroup, NotificationChannel } from '@yamori/domain';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotificationChannels } from '../../api.ts';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import css from '../domain-config.module.css';
import type { Domain } from '../domain-source.ts';

/** Notification channels of each person by id. Null: loading, or not readable for this reader. */
type ChannelsByUser = ReadonlyMap<string, readonly NotificationChannel[]> | null;
export const MemberChannelsContext = createContext<ChannelsByUser>(null);

export function useMemberChannels(
  { documentReferenceId }: Domain,
  mayEdit: boolean,
): ChannelsByUser {
  // If the channels cannot be read, omit them: the groups can still be edited.
  const { data } = useNotificationChannels(documentReferenceId, mayEdit);
  return useMemo(
    () =>
      data === undefined ? null : new Map(data.people.map(({ userId, ways }) => [userId, ways])),
    [data],
  );
}

/** How a person is notified while no page is open, or that they are not. */
export function PersonChannels({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('domainConfig');
  const channels = useContext(MemberChannelsContext)?.get(userId);
  if (channels === undefined) return null;
  return channels.length === 0 ? (
    <small>{t('groups.unreached')}</small>
  ) : (
    <small data-reached>
      {channels.map((channel) => t(`groups.ways.${channel}`)).join(t('separator'))}
    </small>
  );
}

/**
 * A group that no channel reaches: the next group is notified immediately, and after the last one
 * everyone.
 */
export function UnreachedGroup({
  group: { userIds },
  isLast,
}: {
  readonly group: EscalationGroup;
  readonly isLast: boolean;
}) {
  const { t } = useTranslation('domainConfig');
  const channelsByUser = useContext(MemberChannelsContext);
  const known = userIds.map((userId) => channelsByUser?.get(userId));
  // Ignore people whom the user may not see; inactive people have their own warning.
  if (
    channelsByUser === null ||
    known.every((channels) => channels === undefined) ||
    known.some((channels) => channels === undefined || channels.length > 0)
  )
    return null;
  return (
    <p className={css['warning']}>
      <ToolIcon name="alert" size={18} />
      {t(isLast ? 'groups.warnings.unreachedLast' : 'groups.warnings.unreached')}
    </p>
  );
}
