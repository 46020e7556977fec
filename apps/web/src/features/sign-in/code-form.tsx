import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import css from './login.module.css';

type CodeFormProps = {
  readonly kind: 'totp' | 'backupCode';
  readonly busy: boolean;
  readonly online: boolean;
  readonly onCode: (code: string) => void;
};

/** One code, from the app or a backup code. Phones offer the app's code themselves. */
export function CodeForm({ kind, busy, online, onCode }: CodeFormProps) {
  const { t } = useTranslation('secondFactor');
  const form = useForm({
    initial: { code: '' },
    rules: {
      code: [
        (code) => code.trim() !== '' || t(kind === 'totp' ? 'codeMissing' : 'backupCodeMissing'),
      ],
    },
    submit: async ({ code }) => onCode(code.trim()),
  });
  const look =
    kind === 'totp'
      ? ({ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12 } as const)
      : ({ autoComplete: 'off', maxLength: 20 } as const);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <form className={css['code']} {...form.bind}>
      <div ref={place}>
        <TextField
          label={t(kind === 'totp' ? 'code' : 'backupCode')}
          {...look}
          {...form.field('code')}
        />
      </div>
      <Button submit kind="primary" busy={busy} disabled={!online}>
        {busy ? t('confirming') : t('confirm')}
      </Button>
    </form>
  );
}
