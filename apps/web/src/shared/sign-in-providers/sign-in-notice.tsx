import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInLauncher, SignInRequest, SignInAttempt } from './sign-in-launcher.ts';
import { Button } from '../../kit/form/button.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { Spinner } from '../../kit/pages/spinner.tsx';
import css from './sign-in-notice.module.css';
import { useSignInMethodName } from './sign-in-method-name.ts';

type SignInNoticeProps = {
  readonly attempt: SignInAttempt;
  readonly launcher: SignInLauncher;
  readonly request: Omit<SignInRequest, 'flow'>;
};

const TONES: Partial<Record<SignInAttempt['kind'], 'warning' | 'danger'>> = {
  blocked: 'warning',
  closed: 'warning',
  refused: 'danger',
};

/** The state of a flow, with its next step: continued in a popup, blocked, closed, or refused. */
export function SignInNotice({ attempt, launcher, request }: SignInNoticeProps) {
  const tone = TONES[attempt.kind];
  const start = (flow: SignInRequest['flow']) => {
    if (attempt.kind !== 'idle') void launcher.start(attempt.method, { ...request, flow });
  };
  return (
    <div
      className={css['notice']}
      data-tone={tone}
      aria-live={tone === undefined ? 'polite' : 'assertive'}
    >
      <AttemptStatus attempt={attempt} start={start} cancel={launcher.cancel} />
    </div>
  );
}

function AttemptStatus({
  attempt,
  start,
  cancel,
}: {
  readonly attempt: SignInAttempt;
  readonly start: (flow: SignInRequest['flow']) => void;
  readonly cancel: () => void;
}) {
  const { t } = useTranslation('federation');
  const getName = useSignInMethodName();
  const formatProblem = useProblemMessage();
  const here = <Button onClick={() => start('redirect')}>{t('inThisWindow')}</Button>;
  const alert = <ToolIcon name="alert" size={18} />;
  switch (attempt.kind) {
    case 'idle':
    case 'done':
      return null;
    case 'starting':
    case 'leaving':
      return (
        <Line sign={<Spinner size={18} />}>
          {t('starting', { method: getName(attempt.method) })}
        </Line>
      );
    case 'waiting':
      return (
        <>
          <Line sign={<Spinner size={18} />} why={t('waitingWhy')}>
            {t('waiting', { method: getName(attempt.method) })}
          </Line>
          <div className={css['actions']}>
            {here}
            <Button onClick={cancel}>{t('cancel')}</Button>
          </div>
        </>
      );
    case 'blocked':
      return (
        <>
          <Line sign={alert} why={t('blockedWhy')}>
            {t('blocked')}
          </Line>
          <div className={css['actions']}>{here}</div>
        </>
      );
    case 'closed':
      return (
        <>
          <Line sign={alert}>{t('closed')}</Line>
          <div className={css['actions']}>
            <Button onClick={() => start('popup')}>{t('again')}</Button>
            {here}
          </div>
        </>
      );
    case 'refused':
      return <Line sign={alert}>{formatProblem(attempt.problem)}</Line>;
  }
}

const Line = ({
  sign,
  why,
  children,
}: {
  readonly sign: ReactNode;
  readonly why?: string;
  readonly children: ReactNode;
}) => (
  <p>
    {sign}
    <span>
      {children}
      {why === undefined ? null : <small>{why}</small>}
    </span>
  </p>
);
