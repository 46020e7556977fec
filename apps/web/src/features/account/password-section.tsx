import {
  MIN_LENGTH_WITH_FACTOR,
  MIN_NEW_PASSWORD_LENGTH,
  type AccountSecurity,
  type Problem,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useAccountChanged, useSecurity, useAccountApi } from './api.ts';
import { PageSection } from '../../kit/pages/page-section.tsx';
import css from './account.module.css';
import { useAct } from './confirm/use-act.tsx';
import { QueryBoundary } from '../../kit/pages/loaded.tsx';

/** Changes the password, or sets the first one. */
export function PasswordSection() {
  const { t } = useTranslation('account');
  const security = useSecurity();
  return (
    <PageSection title={t('password.title')} lead={t('password.lead')}>
      <QueryBoundary query={security}>{(data) => <PasswordFields security={data} />}</QueryBoundary>
    </PageSection>
  );
}

function PasswordFields({ security }: { readonly security: AccountSecurity }) {
  const { t } = useTranslation('account');
  const [state, setState] = useState<'closed' | 'open' | 'changed'>('closed');
  const changed = useAccountChanged();
  if (state === 'open')
    return (
      <PasswordForm
        security={security}
        onCancel={() => setState('closed')}
        onChanged={() => {
          setState('changed');
          void changed();
        }}
      />
    );
  return (
    <div className={css['line']}>
      {state === 'changed' ? (
        <output className={css['done']}>
          <ToolIcon name="check" size={18} />
          {t('password.changed')}
        </output>
      ) : null}
      <Button onClick={() => setState('open')}>
        {t(security.hasPassword ? 'password.change' : 'password.set')}
      </Button>
    </div>
  );
}

type PasswordFormProps = {
  readonly security: AccountSecurity;
  readonly onCancel: () => void;
  readonly onChanged: () => void;
};

function PasswordForm({
  security: { hasPassword, leastPasswordLength },
  onCancel,
  onChanged,
}: PasswordFormProps) {
  const { t } = useTranslation('account');
  const { changePassword } = useAccountApi();
  const act = useAct();
  const form = useForm({
    initial: { current: '', password: '' },
    rules: {
      ...(hasPassword
        ? { current: [(current: string) => current !== '' || t('password.currentMissing')] }
        : {}),
      password: [
        (password) =>
          Array.from(password.normalize('NFC')).length >= leastPasswordLength ||
          t('password.tooShort', { count: leastPasswordLength }),
      ],
    },
    submit: async ({ current, password }): Promise<Problem | null> => {
      const outcome = await act(() =>
        changePassword({ current: hasPassword ? current : null, password }),
      );
      if (outcome.kind === 'done') onChanged();
      return outcome.kind === 'refused' ? outcome.problem : null;
    },
  });
  const minLength = t(
    leastPasswordLength < MIN_NEW_PASSWORD_LENGTH ? 'password.leastBeside' : 'password.leastAlone',
    { count: leastPasswordLength, least: MIN_LENGTH_WITH_FACTOR },
  );
  return (
    <form {...form.bind} className={css['form']}>
      {hasPassword ? (
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          maxLength={128}
          {...form.field('current')}
        />
      ) : null}
      <PasswordField
        label={t('password.next')}
        autoComplete="new-password"
        maxLength={128}
        hint={minLength}
        {...form.field('password')}
      />
      <FormError message={form.errorText} />
      <div className={css['buttons']}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button submit kind="primary" busy={form.busy}>
          {t('password.save')}
        </Button>
      </div>
    </form>
  );
}
