import type { AccountSecurity, Problem } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeysHere } from '../../../api/passkey.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useAccountChanged, useSecurity, useAccountApi } from '../api.ts';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { type ActOutcome, useAct } from '../confirm/use-act.tsx';
import { FactorRow } from './factor-row.tsx';
import css from './second-factors.module.css';
import { useEnrolment } from './use-enrolment.tsx';

type Factor = AccountSecurity['factors'][number];

/** Second factors of the account: list, add, name and remove them, and the backup codes. */
export function SecondFactorsSection() {
  const { t } = useTranslation('account');
  const security = useSecurity();
  return (
    <PageSection title={t('factors.title')} lead={t('factors.lead')}>
      <QueryBoundary query={security}>{(data) => <SecondFactors security={data} />}</QueryBoundary>
    </PageSection>
  );
}

function SecondFactors({ security }: { readonly security: AccountSecurity }) {
  const { t } = useTranslation('account');
  const formatProblem = useProblemMessage();
  const { busy, problem, add, addPasskey, renew, rename, remove } = useFactorActions();
  const hasApp = security.factors.some(({ kind }) => kind === 'totp');
  return (
    <>
      <FactorSummary security={security} />
      {security.factors.length === 0 ? null : (
        <ul className={css['factors']}>
          {security.factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              disabled={busy}
              onRename={() => void rename(factor)}
              onRemove={() => void remove(factor)}
            />
          ))}
        </ul>
      )}
      <div className={css['tools']}>
        <Button
          disabled={busy}
          kind={security.factors.length === 0 ? 'primary' : 'plain'}
          onClick={() => void add()}
        >
          <ToolIcon name="phone" size={18} />
          {t(hasApp ? 'factors.replaceApp' : 'factors.addApp')}
        </Button>
        {security.passkeys && passkeysHere(globalThis.window) ? (
          <Button disabled={busy} onClick={() => void addPasskey()}>
            <ToolIcon name="key" size={18} />
            {t('factors.addPasskey')}
          </Button>
        ) : null}
        {security.factors.length === 0 ? null : (
          <Button disabled={busy} onClick={() => void renew()}>
            <ToolIcon name="refresh" size={18} />
            {t('factors.renewCodes')}
          </Button>
        )}
      </div>
      {security.factors.length === 0 ? null : (
        <p>{t('factors.codesLeft', { count: security.backupCodesLeft })}</p>
      )}
      <FormError message={problem === null ? null : formatProblem(problem)} />
    </>
  );
}

function FactorSummary({ security }: { readonly security: AccountSecurity }) {
  const { t } = useTranslation('account');
  if (security.factors.length > 0 && security.backupCodesLeft > 2) return null;
  const few = security.factors.length > 0;
  const word = few
    ? 'factors.fewCodes'
    : security.mfaRequired
      ? 'factors.demanded'
      : 'factors.none';
  return (
    <p className={css['note']} data-tone={few || security.mfaRequired ? 'warning' : 'none'}>
      <ToolIcon name={few ? 'alert' : 'shield'} size={18} />
      {t(word)}
    </p>
  );
}

/**
 * Actions on second factors: one at a time, with a confirmation of identity if the server requires
 * it.
 */
function useFactorActions() {
  const { t } = useTranslation('account');
  const account = useAccountApi();
  const dialogs = useDialogs();
  const changed = useAccountChanged();
  const act = useAct();
  const enrolment = useEnrolment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const run = async <Value,>(
    work: () => Promise<ActOutcome<Value>>,
  ): Promise<ActOutcome<Value>> => {
    setBusy(true);
    setProblem(null);
    const outcome = await work().finally(() => setBusy(false));
    if (outcome.kind === 'refused') setProblem(outcome.problem);
    // Do not wait for the reload: the codes are shown once and must not be lost if it hangs or
    // fails.
    if (outcome.kind === 'done') changed().catch(() => undefined);
    return outcome;
  };
  const withCodes = async (
    work: () => Promise<ActOutcome<readonly string[] | null>>,
  ): Promise<void> => {
    const outcome = await run(work);
    if (outcome.kind === 'done' && outcome.value !== null) await enrolment.showCodes(outcome.value);
  };
  return {
    busy,
    problem,
    add: () => withCodes(enrolment.addApp),
    addPasskey: () => withCodes(enrolment.addPasskey),
    renew: async () => {
      if (
        await dialogs.confirm({
          title: t('codes.renewTitle'),
          message: t('codes.renewWhy'),
          ok: t('codes.renew'),
          isFinal: true,
        })
      )
        await withCodes(() => act(account.renewBackupCodes));
    },
    rename: async ({ id, name }: Factor) => {
      const next = await dialogs.prompt({
        title: t('factors.renameTitle'),
        label: t('factors.name'),
        initial: name,
        maxLength: 60,
        check: (text) => text.trim() !== '' || t('factors.nameMissing'),
      });
      if (next !== null) await run(() => act(() => account.renamePasskey(id, next.trim())));
    },
    remove: async ({ id, kind, name }: Factor) => {
      const what = kind === 'totp' ? t('factors.app') : name;
      if (
        await dialogs.confirm({
          title: t('factors.removeTitle', { what }),
          message: t('factors.removeWhy'),
          ok: t('factors.remove'),
          kind: 'danger',
        })
      )
        await run(() => act(() => account.removeFactor(id)));
    },
  };
}
