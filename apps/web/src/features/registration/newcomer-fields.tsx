import {
  MIN_LENGTH_WITH_FACTOR,
  MIN_NEW_PASSWORD_LENGTH,
  MAX_NAME,
  type Language,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { FormRules } from '../../kit/form/form-store.ts';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';

/** A newcomer's name and credentials. `email` is part of the form if it was not proven before. */
type NewcomerValues = {
  readonly email: string;
  readonly name: string;
  readonly nameKana: string;
  readonly password: string;
};
export const NO_NEWCOMER: NewcomerValues = { email: '', name: '', nameKana: '', password: '' };

export function useNewcomerRules(asksEmail: boolean): FormRules<NewcomerValues> {
  const rules = useRules();
  return {
    ...(asksEmail ? { email: [rules.required, rules.email] } : {}),
    name: [rules.required, rules.atMost(MAX_NAME)],
    nameKana: [rules.atMost(MAX_NAME)],
    password: [rules.required, rules.atLeast(MIN_NEW_PASSWORD_LENGTH)],
  };
}

type FieldsProps<Values extends NewcomerValues> = {
  readonly form: Pick<Form<Values>, 'field'>;
  readonly asksEmail: boolean;
};

export function NewcomerFields<Values extends NewcomerValues>({
  form,
  asksEmail,
}: FieldsProps<Values>) {
  const { t } = useTranslation('registration');
  return (
    <>
      {asksEmail ? (
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          {...form.field('email')}
        />
      ) : null}
      <TextField label={t('name')} autoComplete="name" required {...form.field('name')} />
      <TextField label={t('nameKana')} {...form.field('nameKana')} />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        required
        hint={t('passwordHint', { least: MIN_NEW_PASSWORD_LENGTH, beside: MIN_LENGTH_WITH_FACTOR })}
        {...form.field('password')}
      />
    </>
  );
}

/**
 * The newcomer in a request: their address is proven by `proof`, or typed in the form on an
 * installation without mail.
 */
export const toNewcomer = (
  { email, name, nameKana, password }: NewcomerValues,
  proof: string,
  language: Language,
) => ({
  kind: 'newcomer' as const,
  address:
    proof === ''
      ? { kind: 'said' as const, email: email.trim() }
      : { kind: 'proven' as const, token: proof },
  name: name.trim(),
  ...(nameKana.trim() === '' ? {} : { nameKana: nameKana.trim() }),
  password,
  language,
});
