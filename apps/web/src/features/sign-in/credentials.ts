import { isEmailAddress } from '@yamori/domain';

export type Credentials = { readonly email: string; readonly password: string };

/** The invalid fields with their text keys; empty if the form may be sent. */
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
