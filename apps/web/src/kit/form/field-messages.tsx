import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import type { FieldError } from './form-rules.ts';

type FieldMessagesProps = {
  readonly id: string | undefined;
  readonly error: FieldError;
  readonly hint: string | undefined;
};

/**
 * The error, or else the hint. The element stays on the page, so that a screen reader announces
 * changes.
 */
export function FieldMessages({ id, error, hint }: FieldMessagesProps) {
  const { t } = useTranslation('form');
  const words = error === false || error === '' ? t('wrong') : (error ?? hint);
  return (
    <div aria-live="polite">
      {words === undefined ? null : (
        <p id={id} className={error === null ? css['hint'] : css['error']}>
          {words}
        </p>
      )}
    </div>
  );
}
