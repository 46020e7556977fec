import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthConfig } from '../../shared/registration/entry-context.tsx';
import { keepSecret } from '../../shared/registration/kept-secret.ts';
import {
  chooseSignInFlow,
  useSignInMethodName,
} from '../../shared/sign-in-providers/sign-in-method-name.ts';
import { useSignInLauncher } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { SignInMethodIcon } from '../../shared/sign-in-providers/sign-in-method-icon.tsx';
import { SignInNotice } from '../../shared/sign-in-providers/sign-in-notice.tsx';
import type { Joining } from './join-as-member.tsx';
import css from './registration.module.css';

/**
 * A guest whose account was created for this invitation cannot sign in again yet. Linking LINE or
 * Google, in a popup or in this window, makes them a member like any other, and they join.
 */
export function JoinAsGuest({ invitation, domainId, code, wantedMethod, onWant }: Joining) {
  const { t } = useTranslation('registration');
  const { waysIn, refresh } = useAuthConfig();
  const { user } = useViewer();
  const [{ flow }] = useUrlParams();
  const online = useOnline();
  const getName = useSignInMethodName();
  const [attempt, launcher] = useSignInLauncher(() => void refresh());
  const methods = (['line', 'google'] as const).filter(
    (method) => waysIn[method] && invitation.ways.includes(method),
  );
  const request = {
    intent: 'link',
    next: `/registerUser/${encodeURIComponent(domainId)}`,
  } as const;
  const start = (method: string): void => {
    // The provider's page may replace this one, and the code must not be in the request.
    keepSecret(request.next, code);
    void launcher.start(method, { ...request, flow: chooseSignInFlow(flow, globalThis.window) });
  };
  // The button that created this account also chose a provider. The flow starts here, because that
  // button no longer exists.
  useEffect(() => {
    if (wantedMethod === null) return;
    onWant(null);
    start(wantedMethod);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, for the pressed button
  }, []);
  return (
    <div className={css['form']}>
      <p>{t('invitation.asMember', { name: user?.displayName ?? '' })}</p>
      <div className={css['methods']}>
        {methods.map((method) => (
          <Button
            key={method}
            kind="primary"
            disabled={!online || ['starting', 'leaving', 'done'].includes(attempt.kind)}
            onClick={() => start(method)}
          >
            <SignInMethodIcon method={method} />
            {t('invitation.withMethod', { method: getName(method) })}
          </Button>
        ))}
        <SignInNotice attempt={attempt} launcher={launcher} request={request} />
      </div>
      <p className={css['lead']}>{t('invitation.notYou')}</p>
    </div>
  );
}
