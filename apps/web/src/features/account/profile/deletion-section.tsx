import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthConfig } from '../../../shared/registration/entry-context.tsx';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useProfileApi, useOwnedOrganisation } from '../api.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useAct } from '../confirm/use-act.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import css from './profile.module.css';

/**
 * Deletes the account: lists the deleted and the remaining data, confirms twice, and refuses the
 * last administrator of an organisation.
 */
export function DeletionSection() {
  const { t } = useTranslation('profile');
  const lastOwnerOf = useOwnedOrganisation();
  return (
    <PageSection title={t('deletion.title')} lead={t('deletion.lead')}>
      <p className={css['hint']}>{t('deletion.kept')}</p>
      <QueryBoundary query={lastOwnerOf}>
        {(organisation) =>
          organisation === null ? <DeletionFields /> : <p>{t('deletion.last', { organisation })}</p>
        }
      </QueryBoundary>
    </PageSection>
  );
}

function DeletionFields() {
  const { t } = useTranslation('profile');
  const { removeAccount } = useProfileApi();
  const { refresh } = useAuthConfig();
  const dialogs = useDialogs();
  const act = useAct();
  const formatProblem = useProblemMessage();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [errorText, setErrorText] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    const word = t('deletion.askWord');
    const typed = await dialogs.prompt({
      title: t('deletion.askTitle'),
      message: t('deletion.askWhy', { word }),
      label: t('deletion.askLabel'),
      kind: 'danger',
      ok: t('deletion.button'),
      check: (text) => text.trim() === word || t('deletion.askWrong', { word }),
    });
    if (typed === null) return;
    setBusy(true);
    const outcome = await act(removeAccount).finally(() => setBusy(false));
    setErrorText(outcome.kind === 'refused' ? formatProblem(outcome.problem) : null);
    if (outcome.kind !== 'done') return;
    await refresh();
    toasts.show({ type: 'positive', message: t('deletion.done') });
    await navigate({ to: '/login', replace: true });
  };
  return (
    <>
      <div>
        <Button kind="danger" busy={busy} onClick={() => void leave()}>
          {t('deletion.button')}
        </Button>
      </div>
      <FormError message={errorText} />
    </>
  );
}
