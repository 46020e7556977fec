import { ProblemError, type Problem, type UserInfo, type SignInFlow } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseSignInFlow } from '../../shared/sign-in-providers/sign-in-method-name.ts';
import type {
  SignInLauncher,
  SignInAttempt,
} from '../../shared/sign-in-providers/sign-in-launcher.ts';
import {
  useSignInLauncher,
  useSignInProviders,
} from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useAccountChanged, useAccountApi } from './api.ts';
import { useAct, useConfirm } from './confirm/use-act.tsx';
import { useLinkedMethodName } from './use-linked-method-name.ts';

/** The actions on sign-in methods, and their errors. */
export type ProviderActions = {
  readonly attempt: SignInAttempt;
  readonly launcher: SignInLauncher;
  readonly refused: Problem | null;
  readonly busy: boolean;
  /** Null: an organisation's provider, which the user must name. */
  readonly link: (method: string | null) => void;
  readonly unlink: (method: string) => void;
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
    link: (method) => void run(() => (method === null ? linkOrganisation() : link(method))),
    unlink: (method) => void run(() => unlink(method)),
  };
}

/**
 * Links a provider by popup or in this window; a dialog confirms the user's identity if the server
 * requires it.
 */
function useLinking(next: string) {
  const { t } = useTranslation('federation');
  const { client } = useSignInProviders();
  const [{ flow }] = useUrlParams();
  const dialogs = useDialogs();
  const confirm = useConfirm();
  const [attempt, launcher] = useSignInLauncher(useOutcomeMessage());

  const link = async (
    method: string,
    within: SignInFlow = chooseSignInFlow(flow, globalThis.window),
  ): Promise<void> => {
    const request = { intent: 'link', next, flow: within } as const;
    await launcher.start(method, request);
    const status = launcher.current();
    if (status.kind !== 'refused' || status.problem.code !== 'confirmation-required') return;
    launcher.cancel();
    // The confirming click allows another popup.
    if (await confirm()) await launcher.start(method, request);
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
function useOutcomeMessage(): (method: string, outcome: string) => void {
  const { t } = useTranslation('federation');
  const toasts = useToasts();
  const accountChanged = useAccountChanged();
  const getName = useLinkedMethodName();
  return (method, outcome) => {
    toasts.show({
      id: 'way',
      type: 'positive',
      message:
        outcome === 'linked'
          ? t('account.linkedNow', { method: getName(method) })
          : t('account.confirmedNow'),
    });
    void accountChanged();
  };
}

/** @returns a call that asks first and throws the server's refusal */
function useUnlinking(user: UserInfo): (method: string) => Promise<void> {
  const { t } = useTranslation('federation');
  const { unlinkProvider } = useAccountApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const accountChanged = useAccountChanged();
  const getName = useLinkedMethodName();
  const act = useAct();
  return async (method) => {
    const name = getName(method);
    const message =
      method === user.providerId
        ? `${t('account.unlinkWhy')}\n${t('account.unlinkCurrent')}`
        : t('account.unlinkWhy');
    if (
      !(await dialogs.confirm({
        title: t('account.unlinkTitle', { method: name }),
        message,
        ok: t('account.unlink'),
        kind: 'danger',
      }))
    )
      return;
    const outcome = await act(() => unlinkProvider(method));
    if (outcome.kind === 'refused') throw new ProblemError(outcome.problem);
    if (outcome.kind === 'cancelled') return;
    toasts.show({
      id: 'way',
      type: 'positive',
      message: t('account.unlinkedNow', { method: name }),
    });
    await accountChanged();
  };
}
