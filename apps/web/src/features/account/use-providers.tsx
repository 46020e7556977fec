import { ProblemError, type Problem, type UserInfo } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wayFlow } from '../../client/ways/way-flow.ts';
import type { WayLauncher, WayTry } from '../../client/ways/way-launcher.ts';
import { useWayLauncher, useWays } from '../../client/ways/ways-context.tsx';
import { useAddress } from '../../ui/address/use-address.ts';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useWayName } from '../../ui/ways/way-name.ts';

/** What may be done with the ways of an account, and what was refused. */
export type ProviderActions = {
  readonly attempt: WayTry;
  readonly launcher: WayLauncher;
  readonly refused: Problem | null;
  readonly busy: boolean;
  readonly link: (way: string | null) => void;
  readonly unlink: (way: string) => void;
  /** Shows again that it is they, by a way that is linked. */
  readonly confirm: (way: string) => void;
};

export function useProviders(user: UserInfo, next: string): ProviderActions {
  const { t } = useTranslation('federation');
  const { client, sessionChanged } = useWays();
  const dialogs = useDialogs();
  const notifications = useNotifications();
  const nameOf = useWayName();
  const [{ flow }] = useAddress();
  const [attempt, launcher] = useWayLauncher();
  const [refused, setRefused] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (attempt.kind !== 'done') return;
    setRefused(null);
    notifications.show({ id: 'way', type: 'positive', message: attempt.outcome === 'linked' ? t('account.linkedNow', { way: nameOf(attempt.way) }) : t('account.confirmedNow') });
    void sessionChanged();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each try that ends
  }, [attempt]);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefused(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setRefused(error.problem);
    } finally {
      setBusy(false);
    }
  };
  const launch = (way: string, intent: 'link' | 'confirm'): void => {
    setRefused(null);
    void launcher.start(way, { intent, next, flow: wayFlow(flow, globalThis.window) });
  };
  const linkOrganisation = async (): Promise<void> => {
    const code = await dialogs.prompt({ title: t('names.saml'), message: t('sso.lead'), label: t('sso.code'), maxLength: 40, check: (text) => text.trim() !== '' || t('sso.codeMissing'), ok: t('sso.find') });
    // A window may only open upon a click, and that was before the question: the provider's page opens here.
    if (code !== null) await run(async () => launcher.start(`saml.${(await client.findSaml(code.trim())).id}`, { intent: 'link', next, flow: 'redirect' }));
  };
  const unlink = async (way: string): Promise<void> => {
    const message = way === user.providerId ? `${t('account.unlinkWhy')}\n${t('account.unlinkCurrent')}` : t('account.unlinkWhy');
    if (!(await dialogs.confirm({ title: t('account.unlinkTitle', { way: nameOf(way) }), message, ok: t('account.unlink'), kind: 'danger' }))) return;
    await run(async () => {
      await client.unlink(way);
      notifications.show({ id: 'way', type: 'positive', message: t('account.unlinkedNow', { way: nameOf(way) }) });
      await sessionChanged();
    });
  };
  const confirmPassword = async (): Promise<void> => {
    const password = await dialogs.prompt({ title: t('account.confirmWith', { way: nameOf('email') }), label: t('account.password'), type: 'password', check: (text) => text !== '' });
    if (password !== null) await run(() => client.confirmPassword(password));
  };
  return {
    attempt, launcher, busy,
    refused: refused ?? (attempt.kind === 'refused' && attempt.problem.code === 'confirmation-required' ? attempt.problem : null),
    link: (way) => (way === null ? void linkOrganisation() : launch(way, 'link')),
    unlink: (way) => void unlink(way),
    confirm: (way) => (way === 'email' ? void confirmPassword() : launch(way, 'confirm')),
  };
}
