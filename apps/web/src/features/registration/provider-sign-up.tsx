import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import {
  chooseSignInFlow,
  useSignInMethodName,
} from '../../shared/sign-in-providers/sign-in-method-name.ts';
import { useSignInLauncher } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { SignInMethodIcon } from '../../shared/sign-in-providers/sign-in-method-icon.tsx';
import { SignInNotice } from '../../shared/sign-in-providers/sign-in-notice.tsx';
import css from './registration.module.css';

/** Signs up with LINE or Google: the first sign-in creates an account, if sign-up is open. */
export function ProviderSignUp({ beside }: { readonly beside: boolean }) {
  const { t } = useTranslation('registration');
  const { waysIn, refresh } = useAuthConfig();
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useSignInMethodName();
  const navigate = useNavigate();
  const [attempt, launcher] = useSignInLauncher(
    () => void refresh().then(() => navigate({ href: '/', replace: true })),
  );
  const methods = (['line', 'google'] as const).filter((method) => waysIn[method]);
  if (methods.length === 0) return null;
  const request = { intent: 'signIn', next: '/' } as const;
  return (
    <div className={css['methods']}>
      {beside ? (
        <p className={css['or']}>
          <span>{t('signup.withMethod')}</span>
        </p>
      ) : null}
      {methods.map((method) => (
        <Button
          key={method}
          disabled={!online || ['starting', 'leaving', 'done'].includes(attempt.kind)}
          onClick={() =>
            void launcher.start(method, {
              ...request,
              flow: chooseSignInFlow(flow, globalThis.window),
            })
          }
        >
          <SignInMethodIcon method={method} />
          {t('signup.byMethod', { method: getName(method) })}
        </Button>
      ))}
      <SignInNotice attempt={attempt} launcher={launcher} request={request} />
    </div>
  );
}
