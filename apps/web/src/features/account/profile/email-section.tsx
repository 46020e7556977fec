import type { Profile } from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useRules } from '../../../kit/form/form-rules.ts';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useAct } from '../confirm/use-act.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import css from './profile.module.css';
import { useProfile, useProfileApi } from '../api.ts';

/** The address for signing in and for mail: a mailed link confirms and changes it. */
export function EmailSection() {
  const { t } = useTranslation('profile');
  const profile = useProfile();
  return (
    <PageSection title={t('email.title')}>
      <QueryBoundary query={profile}>{(data) => <EmailFields profile={data} />}</QueryBoundary>
    </PageSection>
  );
}

function EmailFields({ profile: { email, isEmailVerified, mail } }: { readonly profile: Profile }) {
  const { t, i18n } = useTranslation('profile');
  const { changeEmail } = useProfileApi();
  const dialogs = useDialogs();
  const rules = useRules();
  const act = useAct();
  const formatProblem = useProblemMessage();
  const [state, setState] = useState<
    | { readonly kind: 'idle' | 'sending' | 'sent' }
    | { readonly kind: 'refused'; readonly message: string }
  >({ kind: 'idle' });
  const message = useRef<HTMLParagraphElement>(null);
  // The dialog has closed, and the next step may be below the edge of the window.
  useEffect(() => {
    if (state.kind === 'sent') message.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  const send = async (to: string): Promise<void> => {
    setState({ kind: 'sending' });
    const language = i18n.language === 'en' ? 'en' : 'ja';
    const outcome = await act(() => changeEmail(to, language));
    setState(
      outcome.kind === 'refused'
        ? { kind: 'refused', message: formatProblem(outcome.problem) }
        : { kind: outcome.kind === 'done' ? 'sent' : 'idle' },
    );
  };
  const change = async (): Promise<void> => {
    const to = await dialogs.prompt({
      title: t('email.askTitle'),
      message: t('email.askWhy'),
      label: t('email.label'),
      type: 'email',
      check: (text) =>
        text !== '' && text.trim().toLowerCase() !== email?.toLowerCase() && rules.email(text),
      ok: t('email.send'),
    });
    if (to !== null) await send(to.trim());
  };
  const busy = state.kind === 'sending';
  return (
    <>
      <p className={css['address']}>
        {email ?? t('email.none')}
        {email === null ? null : (
          <span data-confirmed={isEmailVerified}>
            <ToolIcon name={isEmailVerified ? 'check' : 'info'} size={14} />
            {t(isEmailVerified ? 'email.confirmed' : 'email.unconfirmed')}
          </span>
        )}
      </p>
      {mail ? (
        <div className={css['buttons']}>
          {email === null || isEmailVerified ? null : (
            <Button kind="primary" busy={busy} onClick={() => void send(email)}>
              {t('email.confirm')}
            </Button>
          )}
          <Button busy={busy} onClick={() => void change()}>
            {t(email === null ? 'email.add' : 'email.change')}
          </Button>
        </div>
      ) : (
        <p className={css['hint']}>{t('email.noMail')}</p>
      )}
      <p ref={message} aria-live="polite" className={css['done']}>
        {state.kind === 'sent' ? (
          <>
            <ToolIcon name="check" size={18} />
            {t('email.sent')}
          </>
        ) : null}
      </p>
      <FormError message={state.kind === 'refused' ? state.message : null} />
    </>
  );
}
