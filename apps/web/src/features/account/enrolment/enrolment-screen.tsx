import type { AccountSecurity, Problem } from '@yamori/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeysHere } from '../../../api/passkey.ts';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { useAccountChanged, useSecurity } from '../api.ts';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { BackupCodeList } from '../second-factors/backup-code-list.tsx';
import { useEnrolment, type Added } from '../second-factors/use-enrolment.tsx';
import css from './enrolment.module.css';

type EnrolmentScreenProps = {
  /** The session has its full level, and the codes are saved. */
  readonly onDone: () => void;
};

/**
 * Replaces the board while the organisation requires a second factor that the member does not have
 * yet.
 */
export function EnrolmentScreen({ onDone }: EnrolmentScreenProps) {
  const security = useSecurity();
  return (
    <div className={css['page']}>
      <QueryBoundary query={security}>
        {(data) => <Steps security={data} onDone={onDone} />}
      </QueryBoundary>
    </div>
  );
}

function Steps({
  security,
  onDone,
}: EnrolmentScreenProps & { readonly security: AccountSecurity }) {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  const [codes, keepCodes] = useState<readonly string[] | null>(null);
  const raised = (user?.accessLevel ?? 0) > 0;
  useEffect(() => {
    // The requirement was lifted elsewhere: there are no codes to save.
    if (raised && codes === null) onDone();
  }, [raised, codes, onDone]);
  if (codes !== null) return <EnrolmentDone codes={codes} onDone={onDone} />;
  // Required by the organisation, or by the member's level there.
  const demanded =
    security.factors.length === 0 && (security.mfaRequired || (user?.domainId ?? null) !== null);
  if (!demanded)
    return <EmptyState title={t('enrolment.noMember')} why={t('enrolment.noMemberWhy')} />;
  return (
    <Choose canPasskey={security.passkeys && passkeysHere(globalThis.window)} onCodes={keepCodes} />
  );
}

function Choose({
  canPasskey,
  onCodes,
}: {
  readonly canPasskey: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation('account');
  const formatProblem = useProblemMessage();
  const changed = useAccountChanged();
  const enrolment = useEnrolment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (work: () => Promise<Added>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const outcome = await work().finally(() => setBusy(false));
    if (outcome.kind === 'refused') setProblem(outcome.problem);
    if (outcome.kind !== 'done') return;
    onCodes(outcome.value ?? []);
    await changed();
  };
  return (
    <section className={css['card']}>
      <ToolIcon name="shield" size={40} />
      <h1>{t('enrolment.title')}</h1>
      <p>{t('enrolment.why')}</p>
      <div className={css['choices']}>
        <Choice
          icon="phone"
          title={t('factors.addApp')}
          why={t('enrolment.appWhy')}
          disabled={busy}
          onChoose={() => void run(enrolment.addApp)}
        />
        {canPasskey ? (
          <Choice
            icon="key"
            title={t('factors.addPasskey')}
            why={t('enrolment.passkeyWhy')}
            disabled={busy}
            onChoose={() => void run(enrolment.addPasskey)}
          />
        ) : null}
      </div>
      <FormError message={problem === null ? null : formatProblem(problem)} />
    </section>
  );
}

type ChoiceProps = {
  readonly icon: ToolIconName;
  readonly title: string;
  readonly why: string;
  readonly disabled: boolean;
  readonly onChoose: () => void;
};

const Choice = ({ icon, title, why, disabled, onChoose }: ChoiceProps) => (
  <button type="button" disabled={disabled} onClick={onChoose}>
    <ToolIcon name={icon} size={24} />
    <span>
      <strong>{title}</strong>
      <small>{why}</small>
    </span>
    <ToolIcon name="right" size={18} />
  </button>
);

/**
 * The codes are on the page, not in a dialog that a key closes, because they are shown only once.
 */
function EnrolmentDone({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('account');
  return (
    <section className={css['card']}>
      <ToolIcon name="check" size={40} />
      <h1>{t('enrolment.done')}</h1>
      {codes.length === 0 ? null : <BackupCodeList codes={codes} />}
      <Button kind="primary" onClick={onDone}>
        {t(codes.length === 0 ? 'enrolment.goOn' : 'codes.kept')}
      </Button>
    </section>
  );
}
