import type { EscalationGroup } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../kit/form/number-field.tsx';
import { SearchSelectField } from '../../../../kit/form/search-select-field.tsx';
import { TextField } from '../../../../kit/form/text-field.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import css from '../domain-config.module.css';
import { findWarning, type EscalationMember } from './groups.ts';
import { UnreachedGroup, PersonChannels } from './member-channels.tsx';

type GroupCardProps = {
  readonly group: EscalationGroup;
  readonly index: number;
  readonly count: number;
  /** Null while loading. */
  readonly people: readonly EscalationMember[] | null;
  readonly hasFailed: boolean;
  readonly mayEdit: boolean;
  readonly isNameless: boolean;
  readonly onChange: (change: Partial<EscalationGroup>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
};

/** One group: its name, its members, and its delay after the previous group. */
export function GroupCard({
  group,
  index,
  count,
  people,
  hasFailed,
  mayEdit,
  isNameless,
  onChange,
  onMove,
  onRemove,
}: GroupCardProps) {
  const { t } = useTranslation('domainConfig');
  const named = { number: index + 1, name: group.name };
  const known = new Map((people ?? []).map((person) => [person.userId, person]));
  const warning = people === null ? null : findWarning(group, known);
  return (
    <article className={css['card']} aria-label={t('groups.card', named)}>
      <header>
        <strong>{index === 0 ? t('groups.first') : t('groups.next', { number: index + 1 })}</strong>
        {mayEdit ? (
          <GroupTools
            named={named}
            isLast={index === count - 1}
            onMove={onMove}
            onRemove={onRemove}
          />
        ) : null}
      </header>
      <div className={css['fields']}>
        <TextField
          label={t('groups.name')}
          name={`group-${index}-name`}
          required
          maxLength={60}
          disabled={!mayEdit}
          value={group.name}
          error={isNameless ? false : null}
          onChange={(name) => onChange({ name })}
        />
        {index === 0 ? null : (
          <NumberField
            label={t('groups.minutes')}
            name={`group-${index}-minutes`}
            hint={t('groups.minutesHint')}
            unit={t('units.minutes')}
            min={0}
            max={120}
            disabled={!mayEdit}
            value={group.afterMinutes}
            onChange={(afterMinutes) => onChange({ afterMinutes })}
          />
        )}
      </div>
      <People
        group={group}
        known={known}
        status={people !== null ? 'known' : hasFailed ? 'failed' : 'loading'}
        mayEdit={mayEdit}
        onChange={(userIds) => onChange({ userIds })}
      />
      {mayEdit ? (
        <PersonField
          group={group}
          name={`group-${index}-person`}
          people={people}
          hasFailed={hasFailed}
          onChange={onChange}
        />
      ) : null}
      {warning === null ? null : (
        <p className={css['warning']}>
          <ToolIcon name="alert" size={18} />
          {t(`groups.warnings.${warning}`)}
        </p>
      )}
      {warning === null ? <UnreachedGroup group={group} isLast={index === count - 1} /> : null}
    </article>
  );
}

type GroupToolsProps = Pick<GroupCardProps, 'onMove' | 'onRemove'> & {
  readonly named: { readonly number: number; readonly name: string };
  readonly isLast: boolean;
};

/** Buttons that move or remove a group. */
function GroupTools({ named, isLast, onMove, onRemove }: GroupToolsProps) {
  const { t } = useTranslation('domainConfig');
  return (
    <>
      <button
        type="button"
        className={css['square']}
        aria-label={t('groups.up', named)}
        disabled={named.number === 1}
        onClick={() => onMove(-1)}
      >
        <ToolIcon name="up" size={18} />
      </button>
      <button
        type="button"
        className={css['square']}
        aria-label={t('groups.down', named)}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <ToolIcon name="down" size={18} />
      </button>
      <button
        type="button"
        className={css['square']}
        aria-label={t('groups.remove', named)}
        onClick={onRemove}
      >
        <ToolIcon name="close" size={18} />
      </button>
    </>
  );
}

type PersonFieldProps = Pick<GroupCardProps, 'group' | 'people' | 'hasFailed' | 'onChange'> & {
  readonly name: string;
};

/** Adds a person to a group. */
function PersonField({ group, name, people, hasFailed, onChange }: PersonFieldProps) {
  const { t } = useTranslation('domainConfig');
  return (
    <SearchSelectField
      label={t('groups.addPerson')}
      name={name}
      value=""
      disabled={people === null}
      placeholder={t(
        people === null ? (hasFailed ? 'groups.notRead' : 'groups.loading') : 'groups.findPerson',
      )}
      choices={(people ?? [])
        .filter(({ userId }) => !group.userIds.includes(userId))
        .map(({ userId, name: label, state }) => ({
          value: userId,
          label:
            state === 'active'
              ? label
              : t('groups.notActive', { name: label, state: t(`groups.states.${state}`) }),
        }))}
      onChange={(userId) => {
        if (userId !== '') onChange({ userIds: [...group.userIds, userId] });
      }}
    />
  );
}

type PeopleProps = {
  readonly group: EscalationGroup;
  readonly known: ReadonlyMap<string, EscalationMember>;
  readonly status: keyof typeof NAMELESS;
  readonly mayEdit: boolean;
  readonly onChange: (userIds: string[]) => void;
};

/** Placeholders for a missing name. */
const NAMELESS = {
  known: 'groups.unknownPerson',
  loading: 'groups.loading',
  failed: 'groups.notRead',
} as const;

function People({
  group: { userIds, name: groupName },
  known,
  status,
  mayEdit,
  onChange,
}: PeopleProps) {
  const { t } = useTranslation('domainConfig');
  if (userIds.length === 0) return null;
  return (
    <ul className={css['people']} aria-label={t('groups.people', { name: groupName })}>
      {userIds.map((userId) => {
        const person = known.get(userId);
        const name = person?.name ?? t(NAMELESS[status]);
        return (
          <li
            key={userId}
            data-off={person !== undefined && person.state !== 'active' ? true : undefined}
          >
            <span>{name}</span>
            {person === undefined || person.state === 'active' ? null : (
              <small>{t(`groups.states.${person.state}`)}</small>
            )}
            <PersonChannels userId={userId} />
            {mayEdit ? (
              <button
                type="button"
                aria-label={t('groups.removePerson', { name })}
                onClick={() => onChange(userIds.filter((memberId) => memberId !== userId))}
              >
                <ToolIcon name="close" size={14} />
              </button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
