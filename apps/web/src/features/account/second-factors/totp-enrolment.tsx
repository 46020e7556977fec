import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountApi } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { Button } from '../../../kit/form/button.tsx';
import { FormError } from '../../../kit/form/form-error.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { TextField } from '../../../kit/form/text-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { QrCode } from '../../../kit/qr/qr-code.tsx';
import css from './second-factors.module.css';

type NewApp = { readonly key: string; readonly uri: string };

type TotpEnrolmentProps = {
  readonly app: NewApp;
  /** The app is now a second factor; `codes` are set if it is the first one. */
  readonly onAdded: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
};

/** The QR code for the app, the key for manual entry, and the app's first code. */
export function TotpEnrolment({ app, onAdded, onCancel }: TotpEnrolmentProps) {
  const { t } = useTranslation('account');
  const { confirmTotp } = useAccountApi();
  const form = useForm({
    initial: { code: '' },
    rules: { code: [(code) => code.trim() !== '' || t('confirm.missing.totp')] },
    submit: async ({ code }) => {
      const outcome = await attempt(() => confirmTotp(code.trim()));
      if (outcome.kind === 'refused') return outcome.problem;
      if (outcome.kind === 'done') onAdded(outcome.value);
      return null;
    },
  });
  return (
    <form {...form.bind} className={css['enrol']}>
      <ol className={css['steps']}>
        <li>
          <p>{t('totp.install')}</p>
        </li>
        <li>
          <p>{t('totp.scan')}</p>
          <QrCode text={app.uri} label={t('totp.picture')} />
          <ByHand value={app.key} />
        </li>
        <li>
          <TextField
            label={t('totp.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            {...form.field('code')}
          />
          <FormError message={form.errorText} />
        </li>
      </ol>
      <div className={css['foot']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={form.busy}>
          {t('totp.add')}
        </Button>
      </div>
    </form>
  );
}

/** The key in groups of four, for manual entry. */
function ByHand({ value }: { readonly value: string }) {
  const { t } = useTranslation('account');
  const [shown, setShown] = useState(false);
  if (!shown)
    return (
      <button type="button" className={css['quiet']} onClick={() => setShown(true)}>
        <ToolIcon name="key" size={16} />
        {t('totp.byHand')}
      </button>
    );
  return (
    <p className={css['key']}>
      <span>{t('totp.key')}</span>
      <code>{(value.match(/.{1,4}/g) ?? []).join(' ')}</code>
    </p>
  );
}
