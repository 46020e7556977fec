import { useTranslation } from 'react-i18next';
import { SIGN_IN_METHODS } from '@yamori/domain';
import { CheckField } from '../../../kit/form/check-field.tsx';
import { FieldMessages } from '../../../kit/form/field-messages.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import css from './domain-config.module.css';
import type { DomainPart } from './domain-save.ts';
import { useDomainLabels } from './use-domain-labels.ts';
import { SectionForm } from './section-form.tsx';
import type { SectionProps } from './section-list.ts';
import { useDomainForm } from './use-domain-form.ts';

type Method = (typeof SIGN_IN_METHODS)[number];
type SignInValues = { readonly signInMethods: readonly Method[]; readonly mfaRequired: boolean };

const SIGN_IN: DomainPart<SignInValues> = {
  toValues: ({ signInMethods, mfaRequired }) => ({
    signInMethods: SIGN_IN_METHODS.filter((method) => signInMethods.includes(method)),
    mfaRequired,
  }),
  getFields: ({ signInMethods, mfaRequired }) => ({
    ...(signInMethods === undefined ? {} : { signInMethods: [...signInMethods] }),
    ...(mfaRequired === undefined ? {} : { mfaRequired }),
  }),
};

/** The sign-in methods of members, and whether a second factor is required. */
export function SignInSection({ domain, rights: { mayEditSignIn } }: SectionProps) {
  const { t } = useTranslation('domainConfig');
  const listed = (value: unknown): string | null =>
    Array.isArray(value)
      ? SIGN_IN_METHODS.filter((method) => value.includes(method))
          .map((method) => t(`methods.${method}`))
          .join(t('separator'))
      : null;
  const form = useDomainForm({
    domain,
    part: SIGN_IN,
    words: useDomainLabels((_name, value) => listed(value)),
    rules: { signInMethods: [(methods) => methods.length > 0 || t('oneMethod')] },
  });
  const { value: chosen, error, onChange } = form.field('signInMethods');
  const put = (method: Method, isOn: boolean): void =>
    onChange(
      SIGN_IN_METHODS.filter((candidate) =>
        candidate === method ? isOn : chosen.includes(candidate),
      ),
    );
  return (
    <PageSection
      anchor="sign-in"
      title={t('sections.sign-in')}
      lead={t(mayEditSignIn ? 'leads.sign-in' : 'leads.signInOthers')}
    >
      <SectionForm form={form} label={t('sections.sign-in')} mayEdit={mayEditSignIn}>
        <fieldset
          className={css['group']}
          aria-invalid={error !== null}
          aria-describedby="sign-in-words"
          disabled={!mayEditSignIn}
        >
          <legend>{t('fields.signInMethods')}</legend>
          <div className={css['ticks']}>
            {SIGN_IN_METHODS.map((method) => (
              <CheckField
                key={method}
                name={method}
                label={t(`methods.${method}`)}
                checked={chosen.includes(method)}
                disabled={!mayEditSignIn}
                onChange={(isOn) => put(method, isOn)}
              />
            ))}
          </div>
          <FieldMessages
            id="sign-in-words"
            error={error}
            hint={chosen.includes('saml') ? t('hints.saml') : undefined}
          />
        </fieldset>
        <CheckField
          label={t('fields.mfaRequired')}
          hint={t('hints.mfaRequired')}
          name="mfaRequired"
          checked={form.values.mfaRequired}
          disabled={!mayEditSignIn}
          onChange={(isOn) => form.set('mfaRequired', isOn)}
        />
      </SectionForm>
    </PageSection>
  );
}
