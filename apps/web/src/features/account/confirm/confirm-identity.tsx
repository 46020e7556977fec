import type { AccountSecurity, ConfirmationProof, Problem } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { askPasskey, passkeysHere } from '../../../api/passkey.ts';
import { DialogBody, DialogFoot, DialogText } from '../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { PasswordField } from '../../../kit/form/password-field.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useSecurity, useSessionApi } from '../api.ts';
import { ConfirmByProvider, useConfirmingProviders } from './confirm-by-provider.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import css from './confirm.module.css';

type Kind = AccountSecurity['confirmationKinds'][number];
type AnswerProps = { readonly onAnswer: (shown: boolean) => void };

/** The dialog body for confirming one's identity by password, code or passkey. */
export function ConfirmIdentity({ onAnswer }: AnswerProps) {
  return (
    <QueryBoundary query={useSecurity()}>
      {({ confirmationKinds }) => <ByKinds known={confirmationKinds} onAnswer={onAnswer} />}
    </QueryBoundary>
  );
}

function ByKinds({ known, onAnswer }: AnswerProps & { readonly known: readonly Kind[] }) {
  const methods = useConfirmingProviders();
  const kinds = known.filter((kind) => kind !== 'passkey' || passkeysHere(globalThis.window));
  const [first] = kinds;
  if (first === undefined)
    return methods.length === 0 ? (
      <NothingToShow onAnswer={onAnswer} />
    ) : (
      <OnlyProviders methods={methods} onAnswer={onAnswer} />
    );
  return <Choice kinds={kinds} first={first} methods={methods} onAnswer={onAnswer} />;
}

function NothingToShow({ onAnswer }: AnswerProps) {
  const { t } = useTranslation('account');
  return (
    <DialogBody>
      <DialogText>{t('confirm.nothing')}</DialogText>
      <DialogFoot>
        <Button kind="primary" onClick={() => onAnswer(false)}>
          {t('close')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

function OnlyProviders({
  methods,
  onAnswer,
}: AnswerProps & { readonly methods: readonly string[] }) {
  const { t } = useTranslation('account');
  return (
    <DialogBody>
      <DialogText>{t('confirm.why')}</DialogText>
      <ConfirmByProvider methods={methods} onShown={() => onAnswer(true)} />
      <DialogFoot>
        <Button onClick={() => onAnswer(false)}>{t('cancel')}</Button>
      </DialogFoot>
    </DialogBody>
  );
}

function Choice({
  kinds,
  first,
  methods,
  onAnswer,
}: AnswerProps & {
  readonly kinds: readonly Kind[];
  readonly first: Kind;
  readonly methods: readonly string[];
}) {
  const { t } = useTranslation('account');
  const { confirm } = useSessionApi();
  const [kind, choose] = useState(first);
  const show = async (proof: ConfirmationProof): Promise<Problem | null> => {
    const outcome = await attempt(() => confirm(proof));
    if (outcome.kind === 'refused') return outcome.problem;
    onAnswer(true);
    return null;
  };
  return (
    <DialogBody>
      <DialogText>{t('confirm.why')}</DialogText>
      {kind === 'passkey' ? (
        <ByPasskey onShow={show} onCancel={() => onAnswer(false)} />
      ) : (
        <ByText key={kind} kind={kind} onShow={show} onCancel={() => onAnswer(false)} />
      )}
      {kinds.length < 2 ? null : (
        <ul className={css['others']} aria-label={t('confirm.otherMethods')}>
          {kinds
            .filter((other) => other !== kind)
            .map((other) => (
              <li key={other}>
                <button type="button" onClick={() => choose(other)}>
                  {t(`confirm.use.${other}`)}
                </button>
              </li>
            ))}
        </ul>
      )}
      {methods.length === 0 ? null : (
        <ConfirmByProvider methods={methods} onShown={() => onAnswer(true)} />
      )}
    </DialogBody>
  );
}

type ProofProps = {
  readonly onShow: (proof: ConfirmationProof) => Promise<Problem | null>;
  readonly onCancel: () => void;
};

function ByText({
  kind,
  onShow,
  onCancel,
}: ProofProps & { readonly kind: Exclude<Kind, 'passkey'> }) {
  const { t } = useTranslation('account');
  const form = useForm({
    initial: { secret: '' },
    rules: { secret: [(secret) => secret !== '' || t(`confirm.missing.${kind}`)] },
    submit: async ({ secret }) =>
      atField(
        await onShow(
          kind === 'password' ? { kind, password: secret } : { kind, code: secret.trim() },
        ),
      ),
  });
  return (
    <form {...form.bind} className={css['form']}>
      {kind === 'password' ? (
        <PasswordField
          label={t('confirm.label.password')}
          autoComplete="current-password"
          {...form.field('secret')}
        />
      ) : (
        <TextField
          label={t(`confirm.label.${kind}`)}
          {...(kind === 'totp'
            ? ({ autoComplete: 'one-time-code', inputMode: 'numeric' } as const)
            : {})}
          maxLength={20}
          {...form.field('secret')}
        />
      )}
      <FormError message={form.errorText} />
      <DialogFoot>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={form.busy}>
          {t('confirm.ok')}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** A wrong entry is reported at its field. */
const atField = (problem: Problem | null): Problem | null =>
  problem?.code === 'password-wrong' || problem?.code === 'second-factor-failed'
    ? { ...problem, place: 'secret' }
    : problem;

function ByPasskey({ onShow, onCancel }: ProofProps) {
  const { t } = useTranslation('account');
  const { confirmationOptions } = useSessionApi();
  const form = useForm({
    initial: {},
    submit: async () => {
      const assertion = await attempt(async () => askPasskey(await confirmationOptions()));
      if (assertion.kind === 'refused') return assertion.problem;
      return assertion.kind === 'done' && assertion.value !== null
        ? onShow({ kind: 'passkey', assertion: assertion.value })
        : null;
    },
  });
  return (
    <form {...form.bind} className={css['form']}>
      <FormError message={form.errorText} />
      <DialogFoot>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={form.busy}>
          {t('confirm.byPasskey')}
        </Button>
      </DialogFoot>
    </form>
  );
}
