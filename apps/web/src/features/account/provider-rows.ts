import type { UserInfo, WaysIn } from '@yamori/domain';

/**
 * A sign-in method in the account's list. `way` null: an organisation's provider, which must be
 * named first.
 */
export type ProviderRow = {
  readonly way: string | null;
  readonly linked: boolean;
  readonly current: boolean;
};

/** Linked methods in their own order, then the available ones. */
export function providerRows(
  user: Pick<UserInfo, 'loginProviders' | 'providerId'>,
  offered: WaysIn,
): ProviderRow[] {
  const linked = user.loginProviders.map(({ provider }) => provider);
  const open = (['line', 'google'] as const).filter((way) => offered[way] && !linked.includes(way));
  const organisation = offered.saml && !linked.some((way) => way.startsWith('saml.'));
  return [
    ...linked.map((way) => ({ way, linked: true, current: way === user.providerId })),
    ...open.map((way) => ({ way, linked: false, current: false })),
    ...(organisation ? [{ way: null, linked: false, current: false }] : []),
  ];
}
