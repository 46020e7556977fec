import { useTranslation } from 'react-i18next';
import { CheckField } from '../../kit/form/check-field.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { TextField } from '../../kit/form/text-field.tsx';

type SavedFieldsProps = {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly isShared: boolean;
  readonly onShared: (isShared: boolean) => void;
  /** The report must stay shared: others receive it by mail. */
  readonly staysShared?: boolean;
  readonly errorText: string | null;
  readonly nameError: string | null;
};

/** The name of a saved report, and whether colleagues see it. */
export function SavedFields({
  name,
  onName,
  isShared,
  onShared,
  staysShared = false,
  errorText,
  nameError,
}: SavedFieldsProps) {
  const { t } = useTranslation('reports');
  return (
    <>
      <FormError message={errorText} />
      <TextField
        label={t('saved.name')}
        name="name"
        value={name}
        maxLength={80}
        hint={t('saved.nameHint')}
        error={nameError}
        onChange={onName}
      />
      <CheckField
        label={t('saved.share')}
        name="shared"
        checked={isShared}
        disabled={staysShared}
        hint={t(staysShared ? 'saved.stays' : 'saved.shareHint')}
        onChange={onShared}
      />
    </>
  );
}
