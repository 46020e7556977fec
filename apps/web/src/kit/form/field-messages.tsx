import { useTranslation } from 'react-i18next';
import css from './form.module.css';
import type { Fault } from './form-rules.ts';

type FieldMessagesProps = {
  readonly id: string | undefined;
  readonly fault: Fault;
  readonly hint: string | undefined;
};

/**
 * The error, or else the hint. The element stays on the page, so that a screen reader announces
 * changes.
 */
export function FieldMessages({ id, fault, hint }: FieldMessagesProps) {
  const { t } = useTranslation('form');
  const words = fault === false || fault === '' ? t('wrong') : (fault ?? hint);
  return (
    <div aria-live="polite">
      {words === undefined ? null : (
        <p id={id} className={fault === null ? css['hint'] : css['fault']}>
          {words}
        </p>
      )}
    </div>
  );
}
