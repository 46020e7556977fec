import type { EscalationGroup } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/form/button.tsx';
import { FieldMessages } from '../../../../kit/form/field-messages.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { QueryBoundary } from '../../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../../kit/pages/page-section.tsx';
import css from '../domain-config.module.css';
import type { DomainPart } from '../domain-save.ts';
import { useDomainLabels } from '../use-domain-labels.ts';
import { SectionForm } from '../section-form.tsx';
import type { SectionProps } from '../section-list.ts';
import { useDomainForm } from '../use-domain-form.ts';
import { GroupCard } from './group-card.tsx';
import { updateGroup, mayAddGroup, moveGroup, createGroup, removeGroup } from './groups.ts';
import { MemberChannelsContext, useMemberChannels } from './member-channels.tsx';
import { useGroupFocus } from './use-group-focus.ts';
import { useTellable } from './use-tellable.ts';

type EscalationValues = { readonly escalation: readonly EscalationGroup[] };

const MAX_MINUTES = 120;

const ESCALATION: DomainPart<EscalationValues> = {
  toValues: ({ escalation }) => ({ escalation }),
  getFields: (_changes, { escalation }) => ({
    escalation: escalation.map((group) => ({
      ...group,
      name: group.name.trim(),
      userIds: [...group.userIds],
    })),
  }),
};

/** Who is notified of an alarm, group by group until someone responds. */
export function EscalationSection({ domain, rights: { mayEdit } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const tellable = useTellable(domain);
  const people = tellable.data?.people ?? null;
  const { groups: list, add, leave } = useGroupFocus();
  const channelsByUser = useMemberChannels(domain, mayEdit);
  const form = useDomainForm({
    domain,
    part: ESCALATION,
    words: useDomainLabels((_name, value) =>
      Array.isArray(value)
        ? (value as readonly EscalationGroup[]).map(({ name }) => name).join(' → ') || t('nothing')
        : null,
    ),
    rules: {
      escalation: [
        (groups) => groups.every(({ name }) => name.trim() !== '') || t('groups.nameless'),
        (groups) =>
          groups.every(
            ({ afterMinutes }) =>
              afterMinutes === null ||
              (Number.isInteger(afterMinutes) && afterMinutes >= 0 && afterMinutes <= MAX_MINUTES),
          ) || t('groups.minutesWrong', { limit: MAX_MINUTES }),
      ],
    },
  });
  const { value: groups, error, onChange } = form.field('escalation');
  return (
    <PageSection anchor="escalation" title={t('sections.escalation')} lead={t('leads.escalation')}>
      <SectionForm form={form} label={t('sections.escalation')} mayEdit={mayEdit}>
        {groups.length === 0 ? (
          <p className={css['quiet']}>
            {t(domain.parentDomainId === null ? 'groups.none' : 'groups.noneHere')}
          </p>
        ) : null}
        {tellable.isError && people === null ? (
          <QueryBoundary query={tellable}>{() => null}</QueryBoundary>
        ) : null}
        {tellable.data?.isTruncated === true ? (
          <p className={css['quiet']}>{t('groups.cut', { count: people?.length ?? 0 })}</p>
        ) : null}
        <ol className={css['groups']} ref={list}>
          {groups.map((group, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a group's index is its identity
            <li key={index}>
              <MemberChannelsContext value={channelsByUser}>
                <GroupCard
                  group={group}
                  index={index}
                  count={groups.length}
                  people={people}
                  hasFailed={tellable.isError}
                  mayEdit={mayEdit}
                  isNameless={error !== null && group.name.trim() === ''}
                  onChange={(change) => onChange(updateGroup(groups, index, change))}
                  onMove={(by) => onChange(moveGroup(groups, index, by))}
                  onRemove={() => {
                    leave(index, groups.length);
                    onChange(removeGroup(groups, index));
                  }}
                />
              </MemberChannelsContext>
            </li>
          ))}
        </ol>
        <FieldMessages id="escalation-words" error={error} hint={undefined} />
        {mayEdit ? (
          <div ref={add}>
            <Button
              disabled={!mayAddGroup(groups)}
              onClick={() =>
                onChange([...groups, createGroup(t('groups.named', { number: groups.length + 1 }))])
              }
            >
              <ToolIcon name="plus" size={18} />
              {t('groups.add')}
            </Button>
          </div>
        ) : null}
      </SectionForm>
    </PageSection>
  );
}
