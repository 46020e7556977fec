import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignInLauncher } from '../../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { chooseSignInFlow } from '../../../shared/sign-in-providers/sign-in-method-name.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { Button } from '../../../kit/form/button.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { SignInMethodIcon } from '../../../shared/sign-in-providers/sign-in-method-icon.tsx';
import { SignInNotice } from '../../../shared/sign-in-providers/sign-in-notice.tsx';
import { useLinkedMethodName } from '../use-linked-method-name.ts';
import css from './confirm.module.css';

/** The linked providers with which a user without a password can confirm their identity. */
export function useConfirmingProviders(): readonly string[] {
  const { user } = useViewer();
  return (user?.loginProviders ?? [])
    .map(({ provider }) => provider)
    .filter((provider) => provider !== 'email');
}

/**
 * A button for each provider. With a popup this page waits; otherwise the provider returns to it,
 * and the action starts again.
 */
export function ConfirmByProvider({
  methods,
  onShown,
}: {
  readonly methods: readonly string[];
  readonly onShown: () => void;
}) {
  const { t } = useTranslation('federation');
  const getName = useLinkedMethodName();
  const [{ flow }] = useUrlParams();
  const next = useLocation({ select: ({ href }) => href });
  const [attempt, launcher] = useSignInLauncher(onShown);
  const request = { intent: 'confirm', next } as const;
  return (
    <div className={css['methods']}>
      {methods.map((method) => (
        <Button
          key={method}
          disabled={attempt.kind === 'starting' || attempt.kind === 'leaving'}
          onClick={() =>
            void launcher.start(method, {
              ...request,
              flow: chooseSignInFlow(flow, globalThis.window),
            })
          }
        >
          <SignInMethodIcon method={method} size={18} />
          {t('account.confirmWith', { method: getName(method) })}
        </Button>
      ))}
      <SignInNotice attempt={attempt} launcher={launcher} request={request} />
    </div>
  );
}
