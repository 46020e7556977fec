import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'autoComplete'> & {
  /** Tells a password manager whether to fill in a password or to generate one. */
  readonly autoComplete: 'current-password' | 'new-password';
};

/** A password, hidden unless the user shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('form');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={t('showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <ToolIcon name="eye" size={20} />
        </button>
      }
    />
  );
}
