import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
import { useEntrance } from './entrance.ts';
import { useSession } from './session-context.tsx';
import css from './provider-buttons.module.css';

/** The provider buttons below the password form; only for installations with providers. */
export function OfferedProviders({ next }: { readonly next: string }) {
  const { t } = useTranslation('federation');
  const [{ waysIn }] = useSession();
  const methods = (['line', 'google'] as const).filter((method) => waysIn[method]);
  return (
    <div className={css['methods']}>
      <p className={css['or']}>
        <span>{t('or')}</span>
      </p>
      <ProviderButtons methods={methods} next={next}>
        {waysIn.saml ? (
          <Link to="/sso" search={next === '/' ? {} : { next }} className={css['method']}>
            <SignInMethodIcon method="saml" />
            {t('organisation')}
          </Link>
        ) : null}
      </ProviderButtons>
    </div>
  );
}

type ProviderButtonsProps = {
  readonly methods: readonly string[];
  readonly next: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly primary?: boolean;
  /** Between the buttons and the message about an attempt. */
  readonly children?: ReactNode;
};

/**
 * A button for each provider, and the state of an attempt below them. `?flow=` in the address
 * chooses between a popup and this window.
 */
export function ProviderButtons({
  methods,
  next,
  names = {},
  primary = false,
  children,
}: ProviderButtonsProps) {
  const { t } = useTranslation('federation');
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useSignInMethodName();
  const [, enter] = useEntrance(next);
  // The popup has set the session's cookies: reload the session and continue.
  const [attempt, launcher] = useSignInLauncher(
    () =>
      void enter(async (session) => {
        await session.refresh();
        return { kind: 'done' };
      }),
  );
  const busy = ['starting', 'leaving', 'done'].includes(attempt.kind);
  const request = { intent: 'signIn', next } as const;
  return (
    <>
      {methods.map((method) => (
        <Button
          key={method}
          kind={primary ? 'primary' : 'plain'}
          disabled={!online || busy}
          onClick={() =>
            void launcher.start(method, {
              ...request,
              flow: chooseSignInFlow(flow, globalThis.window),
            })
          }
        >
          <SignInMethodIcon method={method} />
          {t('signInWith', { method: getName(method, names[method]) })}
        </Button>
      ))}
      {children}
      <SignInNotice attempt={attempt} launcher={launcher} request={request} />
    </>
  );
}
