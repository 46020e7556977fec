import {
  ACCESS_LEVELS,
  MAX_NAME,
  samlId,
  type Problem,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useOrganisationApi } from '../../api.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { CheckField } from '../../../../kit/form/check-field.tsx';
import { FormError } from '../../../../kit/form/form-error.tsx';
import { TextAreaField } from '../../../../kit/form/text-area-field.tsx';
import { TextField } from '../../../../kit/form/text-field.tsx';
import { useForm } from '../../../../kit/form/use-form.ts';
import { useRules } from '../../../../kit/form/form-rules.ts';
import { useOrganisationActions } from '../../organisation-actions.ts';
import { certificatesIn, toInput, toValues } from './saml-values.ts';
import css from './saml.module.css';

type SamlFormProps = {
  readonly domainId: string;
  /** Null for a new one. */
  readonly entry: SamlProviderEntry | null;
  readonly onClose: () => void;
};

/** The values that an administrator copies from the identity provider. */
export function SamlForm({ domainId, entry, onClose }: SamlFormProps) {
  const { t } = useTranslation('organisationSignIn');
  const { act } = useOrganisationActions();
  const { saveSamlProvider } = useOrganisationApi();
  const form = useForm({
    initial: toValues(entry),
    rules: useSamlRules(),
    submit: async (values): Promise<Problem | null> => {
      const body: SamlProviderInput = toInput(values, ACCESS_LEVELS.generalStaff);
      const outcome = await act(() => saveSamlProvider(domainId, body));
      if (outcome.kind === 'done') onClose();
      return outcome.kind === 'refused' ? outcome.problem : null;
    },
  });
  return (
    <form className={css['form']} {...form.bind}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        maxLength={MAX_NAME}
        required
        {...form.field('name')}
      />
      <TextField
        label={t('id')}
        hint={t('idHint')}
        maxLength={40}
        required
        disabled={entry !== null}
        {...form.field('samlId')}
      />
      <TextField label={t('entityId')} required {...form.field('entityId')} />
      <TextField label={t('signInUrl')} type="url" required {...form.field('signInUrl')} />
      <TextAreaField
        label={t('certificates')}
        hint={t('certificatesHint')}
        required
        {...form.field('certificates')}
      />
      <CheckField
        label={t('allowIdpInitiated')}
        hint={t('allowIdpInitiatedHint')}
        name="allowIdpInitiated"
        checked={form.values.allowIdpInitiated}
        onChange={(checked) => form.set('allowIdpInitiated', checked)}
      />
      <CheckField
        label={t('join')}
        hint={t('joinHint')}
        name="join"
        checked={form.values.join}
        onChange={(checked) => form.set('join', checked)}
      />
      <details>
        <summary>{t('attributes')}</summary>
        <div className={css['more']}>
          <TextField
            label={t('emailAttribute')}
            hint={t('attributeHint')}
            {...form.field('emailAttribute')}
          />
          <TextField
            label={t('nameAttribute')}
            hint={t('attributeHint')}
            {...form.field('nameAttribute')}
          />
        </div>
      </details>
      <FormError message={form.errorText} />
      <div className={css['tools']}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function useSamlRules() {
  const { t } = useTranslation('organisationSignIn');
  const rules = useRules();
  return {
    samlId: [rules.required, (id: string) => samlId.safeParse(id).success || t('idWrong')],
    name: [rules.required, rules.atMost(MAX_NAME)],
    entityId: [rules.required],
    signInUrl: [
      rules.required,
      (address: string) =>
        (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) || t('addressWrong'),
    ],
    certificates: [(text: string) => certificatesIn(text).length > 0 || t('certificateWrong')],
  };
}
