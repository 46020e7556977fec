import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PROVIDER_OUTCOMES } from '@yamori/domain';
import {
  sendSignInOutcome,
  SIGN_IN_CHANNEL,
} from '../../shared/sign-in-providers/sign-in-broadcast.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Button } from '../../kit/form/button.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useSignInMethodName } from '../../shared/sign-in-providers/sign-in-method-name.ts';
import login from './login.module.css';
import { safeNext } from './next-address.ts';
import { useSession } from './session-context.tsx';

/**
 * The return page of a provider: continues, or notifies the page that opened this window. Shows a
 * refusal.
 */
export function HandleauthScreen() {
  const { t } = useTranslation('federation');
  const [{ outcome, popup, code, next }] = useUrlParams();
  const kind = PROVIDER_OUTCOMES.find((known) => known === outcome);
  if (kind === undefined) {
    return (
      <Page>
        <ErrorState
          title={t('handle.nothing')}
          why={t('handle.nothingWhy')}
          icon="info"
          next={<Link to="/login">{t('handle.toLogin')}</Link>}
        />
      </Page>
    );
  }
  if (popup !== undefined)
    return <InPopup popupId={popup} outcome={kind} code={code ?? null} next={safeNext(next)} />;
  return kind === 'refused' ? (
    <Refused code={code ?? 'unknown'} next={safeNext(next)} />
  ) : (
    <GoOn outcome={kind} next={safeNext(next)} />
  );
}

type Outcome = (typeof PROVIDER_OUTCOMES)[number];
type Telling = 'telling' | 'heard' | 'alone';

function InPopup({
  popupId,
  outcome,
  code,
  next,
}: {
  readonly popupId: string;
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly next: string;
}) {
  const { t } = useTranslation('federation');
  const [telling, setTelling] = useState<Telling>('telling');
  useEffect(() => {
    void sendSignInOutcome(new BroadcastChannel(SIGN_IN_CHANNEL), { popupId, outcome, code }).then(
      (isHeard) => {
        setTelling(isHeard ? 'heard' : 'alone');
        // A browser may refuse to close the window: then a text asks the user to.
        if (isHeard) globalThis.close();
      },
    );
  }, [popupId, outcome, code]);
  if (telling === 'telling')
    return (
      <Page>
        <LoadingState />
      </Page>
    );
  if (telling === 'heard') {
    return (
      <Page>
        <ErrorState
          title={t('handle.mayClose')}
          icon="check"
          next={<Button onClick={() => globalThis.close()}>{t('handle.back')}</Button>}
        />
      </Page>
    );
  }
  if (outcome === 'refused') return <Refused code={code ?? 'unknown'} next={next} />;
  return (
    <Page>
      <ErrorState
        title={t('handle.openerGone')}
        icon="info"
        next={<Link to={onward(outcome, next)}>{t('handle.goOn')}</Link>}
      />
    </Page>
  );
}

function GoOn({ outcome, next }: { readonly outcome: Outcome; readonly next: string }) {
  const { t } = useTranslation('federation');
  const [{ way: method }] = useUrlParams();
  const [state] = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const getName = useSignInMethodName();
  const signedIn = state.kind === 'signedIn';
  const goOn = useEffectEvent(() => {
    if (outcome === 'linked')
      toasts.show({
        id: 'way',
        type: 'positive',
        message: t('account.linkedNow', { method: getName(method ?? '') }),
      });
    if (outcome === 'confirmed')
      toasts.show({ id: 'way', type: 'positive', message: t('account.confirmedGoOn') });
    // Opening the address alone signs no one in: it leads to the sign-in page.
    void navigate({
      href: signedIn || outcome === 'secondFactor' ? onward(outcome, next) : '/login',
      replace: true,
    });
  });
  useEffect(() => goOn(), []);
  return (
    <Page>
      <LoadingState />
    </Page>
  );
}

function Refused({ code, next }: { readonly code: string; readonly next: string }) {
  const { t } = useTranslation('federation');
  const [state] = useSession();
  const formatProblem = useProblemMessage();
  const signedIn = state.kind === 'signedIn';
  const link = signedIn ? (
    <Link to={next}>{t('handle.back')}</Link>
  ) : (
    <Link to="/login" search={next === '/' ? {} : { next }}>
      {t('handle.toLogin')}
    </Link>
  );
  return (
    <Page>
      <ErrorState
        title={t(signedIn ? 'handle.refusedLink' : 'handle.refused')}
        why={formatProblem({ code })}
        icon="alert"
        tone="danger"
        next={link}
      />
    </Page>
  );
}

const onward = (outcome: Outcome, next: string): string =>
  outcome === 'secondFactor'
    ? next === '/'
      ? '/mfaauth'
      : `/mfaauth?next=${encodeURIComponent(next)}`
    : next;

const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={login['page']}>{children}</div>
);
