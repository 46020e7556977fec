import type { UserInfo, OfferedSignInMethods } from '@yamori/domain';

/**
 * A sign-in method in the account's list. `way` null: an organisation's provider, which must be
 * named first.
 */
export type ProviderRow = {
  readonly method: string | null;
  readonly linked: boolean;
  readonly current: boolean;
};

/** Linked methods in their own order, then the available ones. */
export function providerRows(
  user: Pick<UserInfo, 'loginProviders' | 'providerId'>,
  offered: OfferedSignInMethods,
): ProviderRow[] {
  const linked = user.loginProviders.map(({ provider }) => provider);
  const open = (['line', 'google'] as const).filter(
    (method) => offered[method] && !linked.includes(method),
  );
  const organisation = offered.saml && !linked.some((method) => method.startsWith('saml.'));
  return [
    ...linked.map((method) => ({ method, linked: true, current: method === user.providerId })),
    ...open.map((method) => ({ method, linked: false, current: false })),
    ...(organisation ? [{ method: null, linked: false, current: false }] : []),
  ];
}
