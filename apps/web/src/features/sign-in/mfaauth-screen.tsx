import { SIGN_IN_PATHS } from '@yamori/domain';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeysHere } from '../../api/passkey.ts';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import { CodeForm } from './code-form.tsx';
import { useEntrance, type Attempt } from './entrance.ts';
import css from './login.module.css';
import { safeNext } from './next-address.ts';
import { useSession, type SessionState } from './session-context.tsx';

type Pending = NonNullable<Extract<SessionState, { kind: 'signedOut' }>['pending']>;
type Kind = Pending['kinds'][number];

const PASSKEY = {
  request: SIGN_IN_PATHS.secondFactorRequest,
  answer: SIGN_IN_PATHS.proveSecondFactor,
  body: (assertion: object) => ({ kind: 'passkey', assertion }),
};

/** The second factor of a pending sign-in. Without one, it leads back to the start. */
export function MfaauthScreen() {
  const [state] = useSession();
  const [{ next }] = useUrlParams();
  const [attempt, enter] = useEntrance(safeNext(next));
  const pending = state.kind === 'signedOut' ? state.pending : null;
  const over = attempt.kind === 'refused' && attempt.code === 'second-factor-expired';
  const [asked, keep] = useState(pending);
  if (pending !== null && pending !== asked) keep(pending);
  // Nothing moves between the answer and the next page.
  if (state.kind === 'signedIn' && asked !== null)
    return <SecondFactor pending={asked} attempt={{ kind: 'running' }} enter={enter} />;
  return pending === null || over ? (
    <Expired />
  ) : (
    <SecondFactor pending={pending} attempt={attempt} enter={enter} />
  );
}

function Expired() {
  const { t } = useTranslation('secondFactor');
  return (
    <div className={css['page']}>
      <ErrorState
        title={t('expired')}
        why={t('expiredWhy')}
        icon="history"
        next={
          <Link to="/login" className={css['start']}>
            {t('back')}
          </Link>
        }
      />
    </div>
  );
}

type SecondFactorProps = {
  readonly pending: Pending;
  readonly attempt: Attempt;
  readonly enter: ReturnType<typeof useEntrance>[1];
};

function SecondFactor({ pending, attempt, enter }: SecondFactorProps) {
  const { t } = useTranslation('secondFactor');
  const [, session] = useSession();
  const navigate = useNavigate();
  const online = useOnline();
  const [kind, choose] = useState<Kind>(pending.kinds[0] ?? 'totp');
  // An error belongs to the method that was tried, not to the one chosen after it.
  const [triedBy, tryBy] = useState(kind);
  const tryMethod: typeof enter = (signIn) => {
    tryBy(kind);
    return enter(signIn);
  };
  const busy = attempt.kind === 'running';
  const leave = async (): Promise<void> => {
    await session.enter(SIGN_IN_PATHS.leaveSecondFactor, {});
    await navigate({ to: '/login', replace: true });
  };
  return (
    <div className={css['page']}>
      <section className={css['card']}>
        <img src="/icon.svg" alt="" width="56" height="56" />
        <h1>{t('title')}</h1>
        <p className={css['lead']}>{t(LEADS[kind])}</p>
        <TimeLeft until={pending.expiresAt} />
        <div className={css['form']}>
          {kind === 'passkey' ? (
            <PasskeyRequest
              busy={busy}
              online={online}
              onAsk={() => void tryMethod((current) => current.enterByPasskey(PASSKEY))}
            />
          ) : (
            <CodeForm
              key={kind}
              kind={kind}
              busy={busy}
              online={online}
              onCode={(code) =>
                void tryMethod((current) =>
                  current.enter(SIGN_IN_PATHS.proveSecondFactor, { kind, code }),
                )
              }
            />
          )}
          <FormError
            message={attempt.kind === 'refused' && triedBy === kind ? attempt.words : null}
          />
        </div>
        <OtherMethods kinds={pending.kinds.filter((other) => other !== kind)} onChoose={choose} />
        <p className={css['foot']}>{t('lost')}</p>
        <div className={css['foot']}>
          <Button onClick={() => void leave()}>{t('back')}</Button>
        </div>
      </section>
    </div>
  );
}

const LEADS = { totp: 'leadTotp', backupCode: 'leadBackupCode', passkey: 'leadPasskey' } as const;
const USES = { totp: 'useTotp', backupCode: 'useBackupCode', passkey: 'usePasskey' } as const;

function TimeLeft({ until }: { readonly until: string }) {
  const { t } = useTranslation('secondFactor');
  const minutes = useMinutesLeft(until);
  if (minutes === null) return null;
  return (
    <output className={css['left']}>
      {minutes >= 1 ? t('left', { count: minutes }) : t('lastMinute')}
    </output>
  );
}

function PasskeyRequest({
  busy,
  online,
  onAsk,
}: {
  readonly busy: boolean;
  readonly online: boolean;
  readonly onAsk: () => void;
}) {
  const { t } = useTranslation('secondFactor');
  if (!passkeysHere(globalThis.window))
    return <p className={css['lead']}>{t('passkeyElsewhere')}</p>;
  return (
    <Button kind="primary" busy={busy} disabled={!online} onClick={onAsk}>
      {busy ? t('confirming') : t('usePasskey')}
    </Button>
  );
}

function OtherMethods({
  kinds,
  onChoose,
}: {
  readonly kinds: readonly Kind[];
  readonly onChoose: (kind: Kind) => void;
}) {
  const { t } = useTranslation('secondFactor');
  if (kinds.length === 0) return null;
  return (
    <ul className={css['others']} aria-label={t('otherMethods')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <button type="button" onClick={() => onChoose(kind)}>
            {t(USES[kind])}
          </button>
        </li>
      ))}
    </ul>
  );
}

const MAX_REMAINING_MS = 10 * 60_000;
const LOOK_MS = 5_000;

/**
 * Whole minutes until then; null if unknown: this machine's clock may be wrong, and the server's is
 * not known before the session. The server decides what has expired.
 */
function useMinutesLeft(until: string): number | null {
  const [nowMs, look] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => look(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(until) - nowMs;
  return leftMs <= 0 || leftMs > MAX_REMAINING_MS ? null : Math.floor(leftMs / 60_000);
}
