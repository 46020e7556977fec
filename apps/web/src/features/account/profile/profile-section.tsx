import { MAX_NAME, MAX_PHONE_LENGTH, PHONE, type Problem, type Profile } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useRules } from '../../../kit/form/form-rules.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useAccountChanged, useProfile, useProfileApi } from '../api.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { PhotoSection } from './photo-section.tsx';
import css from './profile.module.css';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { SegmentedField } from '../../../kit/form/segmented-field.tsx';
import { LANGUAGES } from '../../../kit/theme/preferences.ts';
import { usePreferences } from '../../../kit/theme/preferences-context.tsx';

/** The user's own details: name, kana, telephone, photo. */
export function ProfileSection() {
  const { t } = useTranslation('profile');
  const profile = useProfile();
  return (
    <PageSection title={t('title')} lead={profile.data?.isMember === false ? undefined : t('lead')}>
      <QueryBoundary query={profile}>
        {(data) => (
          <div className={css['profile']}>
            <PhotoSection photoURL={data.photoURL} name={data.name} />
            <ProfileForm profile={data} />
          </div>
        )}
      </QueryBoundary>
    </PageSection>
  );
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile');
  const rules = useRules();
  const { change } = useProfileApi();
  const changed = useAccountChanged();
  const toasts = useToasts();
  const { name, nameKana, phone, isMember } = profile;
  const form = useForm({
    initial: { name, nameKana, phone },
    rules: {
      name: [rules.required, rules.atMost(MAX_NAME)],
      nameKana: [rules.atMost(MAX_NAME)],
      phone: [rules.atMost(MAX_PHONE_LENGTH), (text) => PHONE.test(text) || t('phoneWrong')],
    },
    submit: async (values): Promise<Problem | null> => {
      const body = isMember
        ? { name: values.name.trim(), nameKana: values.nameKana.trim(), phone: values.phone.trim() }
        : { name: values.name.trim() };
      const outcome = await attempt(() => change(body));
      if (outcome.kind === 'refused') return outcome.problem;
      toasts.show({ id: 'profile', type: 'positive', message: t('saved') });
      await changed();
      return null;
    },
  });
  return (
    <form {...form.bind} className={css['form']}>
      <TextField label={t('name')} autoComplete="name" required {...form.field('name')} />
      {isMember ? <TextField label={t('nameKana')} {...form.field('nameKana')} /> : null}
      {isMember ? (
        <TextField label={t('phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
      ) : null}
      <FormError message={form.errorText} />
      <div>
        <Button submit kind="primary" busy={form.busy} disabled={!form.dirty}>
          {form.busy ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Tells a guest how to keep their account. */
export function GuestSection() {
  const { t } = useTranslation('profile');
  const { user } = useViewer();
  return user?.isAnonymous === true && user.singleTimeToken === null ? (
    <PageSection title={t('guest.title')} lead={t('guest.lead')}>
      {null}
    </PageSection>
  ) : null;
}

/**
 * The language of this browser; the layout sends it to the server, for other devices and for mails.
 */
export function LanguageSection() {
  const { t } = useTranslation('profile');
  const [{ language }, change] = usePreferences();
  return (
    <PageSection title={t('language.title')} lead={t('language.lead')}>
      <SegmentedField
        label={t('language.title')}
        name="language"
        value={language}
        choices={LANGUAGES.map((name) => ({ value: name, label: t(`language.${name}`) }))}
        onChange={(name) => change({ language: name })}
      />
    </PageSection>
  );
}
