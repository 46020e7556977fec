import { isEmailAddress } from '@yamori/domain';

export type Credentials = { readonly email: string; readonly password: string };

/** Which field is wrong and the word that says why; empty when the form may be sent. */
export type CredentialFaults = {
  readonly email?: 'emailMissing' | 'emailWrong';
  readonly password?: 'passwordMissing';
};

export function checkedCredentials({ email, password }: Credentials): CredentialFaults {
  const address = email.trim();
  return {
    ...(address === ''
      ? { email: 'emailMissing' as const }
      : isEmailAddress(address)
        ? {}
        : { email: 'emailWrong' as const }),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
  };
}
