import {
  ACCESS_LEVEL_WORDS,
  accessLevelName,
  type Actor,
  type MemberEntry,
  type Problem,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import formCss from '../../../kit/form/form.module.css';
import { FormError } from '../../../kit/form/form-error.tsx';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { OrganisationField } from '../../../shared/organisations/organisation-field.tsx';
import type { Organisation } from '../../../shared/organisations/use-organisations.ts';
import { levelsFor, placesFor, type MemberStatus } from './member-status.ts';

type MemberStatusFormProps = {
  readonly actor: Actor;
  readonly member: MemberEntry;
  readonly domainId: string;
  readonly organisations: readonly Organisation[];
  readonly save: (changes: Partial<MemberStatus>, rootDomainId: string) => Promise<Problem | null>;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
};

/** A member's level, whether they may sign in, and their organisation. */
export function MemberStatusForm({
  actor,
  member,
  domainId,
  organisations,
  save,
  onSaved,
  onCancel,
}: MemberStatusFormProps) {
  const { t, i18n } = useTranslation('staff');
  const initial: MemberStatus = {
    accessLevel: String(member.accessLevel),
    state: member.state,
    domainId,
  };
  const own = organisations.find(({ documentReferenceId }) => documentReferenceId === domainId);
  const [place, setPlace] = useState<Organisation | null>(null);
  const form = useForm<MemberStatus>({
    initial,
    submit: async (values) => {
      const changes = Object.fromEntries(
        Object.entries(values).filter(
          ([name, value]) => value !== initial[name as keyof MemberStatus],
        ),
      );
      const organisation = place?.documentReferenceId === values.domainId ? place : own;
      const problem =
        Object.keys(changes).length === 0
          ? null
          : await save(changes, organisation?.rootDomainId ?? '');
      if (problem === null) onSaved();
      return problem;
    },
  });
  const levels = own === undefined ? [] : levelsFor(actor, own);
  const toLabel = (level: number): string =>
    ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
      accessLevelName(level) ?? 'requestMfa'
    ];
  const places = placesFor(actor, Number(form.values.accessLevel), organisations);
  return (
    <form {...form.bind}>
      <DialogBody>
        <DialogText>{t('standing.why')}</DialogText>
        <div className={formCss['form']}>
          <SelectField
            label={t('level')}
            hint={t('standing.levelHint')}
            choices={[...new Set([...levels, member.accessLevel])].map((level) => ({
              value: String(level),
              label: toLabel(level),
            }))}
            {...form.field('accessLevel')}
            onChange={(level) => {
              if (level !== '') form.set('accessLevel', level);
            }}
          />
          {member.state === 'invited' ? null : (
            <SegmentedField
              label={t('standing.state')}
              hint={form.values.state === 'suspended' ? t('standing.suspendHint') : undefined}
              choices={(['active', 'suspended'] as const).map((state) => ({
                value: state,
                label: t(`states.${state}`),
              }))}
              {...form.field('state')}
            />
          )}
          {places.length < 2 ? null : (
            <OrganisationField
              label={t('standing.organisation')}
              offers={(one) => placesFor(actor, Number(form.values.accessLevel), [one]).length > 0}
              {...form.field('domainId')}
              onChange={(id, found) => {
                if (found !== null) {
                  setPlace(found);
                  form.set('domainId', id);
                }
              }}
            />
          )}
          <FormError message={form.errorText} />
        </div>
        <DialogFoot>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button kind="primary" submit busy={form.busy} disabled={!form.dirty}>
            {t('standing.save')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
