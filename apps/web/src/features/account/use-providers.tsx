import { ProblemError, type Problem, type UserInfo, type SignInFlow } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wayFlow } from '../../shared/sign-in-providers/way-name.ts';
import type { WayLauncher, WayTry } from '../../shared/sign-in-providers/way-launcher.ts';
import { useWayLauncher, useWays } from '../../shared/sign-in-providers/ways-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useAccountChanged, useAccountApi } from './api.ts';
import { useAct, useConfirm } from './confirm/use-act.tsx';
import { useLinkedWayName } from './use-linked-way-name.ts';

/** The actions on sign-in methods, and their errors. */
export type ProviderActions = {
  readonly attempt: WayTry;
  readonly launcher: WayLauncher;
  readonly refused: Problem | null;
  readonly busy: boolean;
  /** Null: an organisation's provider, which the user must name. */
  readonly link: (way: string | null) => void;
  readonly unlink: (way: string) => void;
};

export function useProviders(user: UserInfo, next: string): ProviderActions {
  const [refused, setRefused] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
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
  const { attempt, launcher, link, linkOrganisation } = useLinking(next);
  const unlink = useUnlinking(user);
  return {
    attempt,
    launcher,
    refused,
    busy,
    link: (way) => void run(() => (way === null ? linkOrganisation() : link(way))),
    unlink: (way) => void run(() => unlink(way)),
  };
}

/**
 * Links a provider by popup or in this window; a dialog confirms the user's identity if the server
 * requires it.
 */
function useLinking(next: string) {
  const { t } = useTranslation('federation');
  const { client } = useWays();
  const [{ flow }] = useUrlParams();
  const dialogs = useDialogs();
  const confirm = useConfirm();
  const [attempt, launcher] = useWayLauncher(useTelling());

  const link = async (
    way: string,
    within: SignInFlow = wayFlow(flow, globalThis.window),
  ): Promise<void> => {
    const request = { intent: 'link', next, flow: within } as const;
    await launcher.start(way, request);
    const status = launcher.current();
    if (status.kind !== 'refused' || status.problem.code !== 'confirmation-required') return;
    launcher.cancel();
    // The confirming click allows another popup.
    if (await confirm()) await launcher.start(way, request);
  };
  const linkOrganisation = async (): Promise<void> => {
    const check = (text: string): true | string => text.trim() !== '' || t('sso.codeMissing');
    const code = await dialogs.prompt({
      title: t('names.saml'),
      message: t('sso.lead'),
      label: t('sso.code'),
      maxLength: 40,
      check,
      ok: t('sso.find'),
    });
    // A popup needs a click, and the search comes after it: open the provider's page in this
    // window.
    if (code !== null) await link(`saml.${(await client.findSaml(code.trim())).id}`, 'redirect');
  };
  return { attempt, launcher, link, linkOrganisation };
}

/** Shows the outcome of a flow, and reloads the account's methods. */
function useTelling(): (way: string, outcome: string) => void {
  const { t } = useTranslation('federation');
  const toasts = useToasts();
  const accountChanged = useAccountChanged();
  const getName = useLinkedWayName();
  return (way, outcome) => {
    toasts.show({
      id: 'way',
      type: 'positive',
      message:
        outcome === 'linked'
          ? t('account.linkedNow', { way: getName(way) })
          : t('account.confirmedNow'),
    });
    void accountChanged();
  };
}

/** @returns a call that asks first and throws the server's refusal */
function useUnlinking(user: UserInfo): (way: string) => Promise<void> {
  const { t } = useTranslation('federation');
  const { unlinkProvider } = useAccountApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const accountChanged = useAccountChanged();
  const getName = useLinkedWayName();
  const act = useAct();
  return async (way) => {
    const name = getName(way);
    const message =
      way === user.providerId
        ? `${t('account.unlinkWhy')}\n${t('account.unlinkCurrent')}`
        : t('account.unlinkWhy');
    if (
      !(await dialogs.confirm({
        title: t('account.unlinkTitle', { way: name }),
        message,
        ok: t('account.unlink'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await act(() => unlinkProvider(way));
    if (outcome.kind === 'refused') throw new ProblemError(outcome.problem);
    if (outcome.kind === 'cancelled') return;
    toasts.show({
      id: 'way',
      type: 'positive',
      message: t('account.unlinkedNow', { way: name }),
    });
    await accountChanged();
  };
}
