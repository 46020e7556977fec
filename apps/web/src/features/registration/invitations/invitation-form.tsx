import { MAX_NAME, type Actor, type MadeInvitation } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useInvitationApi, type DomainChoice } from '../api.ts';
import { useAuthConfig } from '../../../shared/registration/entry-context.tsx';
import { useOnline } from '../../../shared/connection/use-online.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { runForProblem, useSpokenLanguage } from '../use-registration.ts';
import {
  toCall,
  levelChoices,
  LIMIT_NAMES,
  limitFault,
  mayBeAtTop,
  memberDomains,
  organisationKinds,
  parentDomains,
  type InvitationValues,
} from './invitation-choices.ts';
import css from './invitations.module.css';
import { MadeInvitationBody } from './made-invitation.tsx';

type FormProps = {
  readonly actor: Actor;
  readonly domains: readonly DomainChoice[];
  readonly onMade: () => void;
};

const DAYS = [1, 3, 7, 14, 30] as const;

/** An invitation in steps: each choice offers only what the previous one allows. */
export function InvitationForm({ actor, domains, onMade }: FormProps) {
  const { t } = useTranslation('invitations');
  const { waysIn } = useAuthConfig();
  const { create } = useInvitationApi();
  const language = useSpokenLanguage();
  const dialogs = useDialogs();
  const online = useOnline();
  const rules = useRules();
  const places = memberDomains(actor, domains);
  const kinds = organisationKinds(actor, domains);
  const limit = (text: string, values: InvitationValues) => {
    const fault = values.kind === 'organisation' ? limitFault(text, values) : null;
    return fault === null || (fault === 'wholeNumber' ? t('wholeNumber') : t('allThree'));
  };
  const form = useForm<InvitationValues>({
    initial: firstValues(actor, places, kinds, domains),
    rules: {
      domainId: [(id, values) => values.kind === 'organisation' || rules.required(id)],
      level: [(level, values) => values.kind === 'organisation' || rules.required(level)],
      label: [rules.atMost(MAX_NAME)],
      mailTo: [rules.email],
      rooms: [limit],
      devices: [limit],
      members: [limit],
    },
    submit: (values) =>
      runForProblem(async () => {
        const made = await create(toCall(values, language));
        form.reset({ ...values, label: '', mailTo: '' });
        onMade();
        await show(made, values.mailTo.trim());
      }),
  });
  const show = (made: MadeInvitation, mailedTo: string): Promise<void> =>
    dialogs.open<void>({ title: t('made.title'), size: 'medium' }, undefined, (answer) => (
      <MadeInvitationBody made={made} mailedTo={mailedTo} onClose={() => answer()} />
    ));
  const { values } = form;
  return (
    <section className={css['panel']} aria-labelledby="invite-title">
      <h2 id="invite-title">{t('create')}</h2>
      <form className={css['form']} {...form.bind}>
        {kinds.length === 0 || places.length === 0 ? null : (
          <SelectField
            label={t('kind')}
            {...form.field('kind')}
            choices={(['member', 'organisation'] as const).map((kind) => ({
              value: kind,
              label: t(kind),
            }))}
            onChange={(kind) => {
              if (kind !== '') form.set('kind', kind);
            }}
          />
        )}
        {values.kind === 'member' ? (
          <MemberPlace form={form} actor={actor} places={places} />
        ) : (
          <OrganisationPlace form={form} actor={actor} domains={domains} kinds={kinds} />
        )}
        <SelectField
          label={t('days')}
          {...form.field('days')}
          choices={DAYS.map((days) => ({
            value: String(days),
            label: t('daysChoice', { count: days }),
          }))}
        />
        <TextField
          label={t('label')}
          hint={t('labelHint')}
          maxLength={MAX_NAME}
          {...form.field('label')}
        />
        {waysIn.passwordReset ? (
          <TextField
            label={t('mailTo')}
            type="email"
            hint={t('mailToHint')}
            {...form.field('mailTo')}
          />
        ) : null}
        <div className={css['wide']}>
          <FormError message={form.errorText} />
        </div>
        <div className={css['wide']}>
          <Button submit kind="primary" busy={form.busy} disabled={!online}>
            {form.busy ? t('submitting') : t('submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function firstValues(
  actor: Actor,
  places: readonly DomainChoice[],
  kinds: readonly InvitationValues['organisationKind'][],
  domains: readonly DomainChoice[],
): InvitationValues {
  const own = places.find(({ domainId }) => domainId === actor.domainId) ?? places[0];
  const organisationKind = kinds[0] ?? 'facility';
  return {
    kind: places.length === 0 ? 'organisation' : 'member',
    domainId: own?.domainId ?? '',
    level: levelChoices(actor, own, 'en')[0]?.value ?? '',
    organisationKind,
    parentDomainId: mayBeAtTop(actor, organisationKind)
      ? ''
      : (parentDomains(actor, organisationKind, domains)[0]?.domainId ?? ''),
    rooms: '',
    devices: '',
    members: '',
    label: '',
    days: '7',
    mailTo: '',
  };
}

function MemberPlace({
  form,
  actor,
  places,
}: {
  readonly form: Form<InvitationValues>;
  readonly actor: Actor;
  readonly places: readonly DomainChoice[];
}) {
  const { t } = useTranslation('invitations');
  const language = useSpokenLanguage();
  const choices = levelChoices(
    actor,
    places.find(({ domainId }) => domainId === form.values.domainId),
    language,
  );
  const choose = (domainId: string): void => {
    form.set('domainId', domainId);
    const levels = levelChoices(
      actor,
      places.find((place) => place.domainId === domainId),
      language,
    );
    if (!levels.some(({ value }) => value === form.values.level))
      form.set('level', levels[0]?.value ?? '');
  };
  return (
    <>
      <SelectField
        label={t('domain')}
        required
        {...form.field('domainId')}
        choices={places.map(({ domainId, name }) => ({ value: domainId, label: name }))}
        onChange={choose}
      />
      <SelectField label={t('level')} required {...form.field('level')} choices={choices} />
    </>
  );
}

type OrganisationPlaceProps = {
  readonly form: Form<InvitationValues>;
  readonly actor: Actor;
  readonly domains: readonly DomainChoice[];
  readonly kinds: readonly InvitationValues['organisationKind'][];
};

function OrganisationPlace({ form, actor, domains, kinds }: OrganisationPlaceProps) {
  const { t } = useTranslation('invitations');
  const { organisationKind } = form.values;
  const parents = parentDomains(actor, organisationKind, domains);
  const top = mayBeAtTop(actor, organisationKind) ? { empty: t('noParent') } : {};
  return (
    <>
      <SelectField
        label={t('organisationKind')}
        {...form.field('organisationKind')}
        choices={kinds.map((kind) => ({ value: kind, label: t(kind) }))}
        onChange={(kind) => {
          if (kind !== '') form.set('organisationKind', kind);
        }}
      />
      <SelectField
        label={t('parent')}
        {...form.field('parentDomainId')}
        {...top}
        choices={parents.map(({ domainId, name }) => ({ value: domainId, label: name }))}
      />
      <fieldset className={css['limits']}>
        <legend>{t('limits')}</legend>
        <p>{t('limitsHint')}</p>
        {LIMIT_NAMES.map((name) => (
          <TextField key={name} label={t(name)} inputMode="numeric" {...form.field(name)} />
        ))}
      </fieldset>
    </>
  );
}
