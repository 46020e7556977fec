import { VIEW_ITEMS, type ViewField } from '@yamori/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldError } from '../../../kit/form/form-rules.ts';
import { isAlwaysShown, namedItems, shownItems, unknownItems } from './view-source.ts';
import { useItemLabels } from '../../../shared/views/use-item-labels.ts';
import css from './views.module.css';

type ItemChoiceProps = {
  readonly field: ViewField;
  readonly value: readonly string[];
  readonly error: FieldError;
  readonly disabled: boolean;
  readonly onChange: (value: readonly string[]) => void;
};

/** The items of a screen that a view shows. An empty choice shows all. */
export function ItemChoice({ field, value, error, disabled, onChange }: ItemChoiceProps) {
  const { t } = useTranslation('views');
  const words = useItemLabels();
  const id = useId();
  const unknown = unknownItems(field, value);
  const toggle = (name: string): void =>
    onChange(
      namedItems(
        field,
        value.includes(name) ? value.filter((other) => other !== name) : [...value, name],
      ),
    );
  const shown = shownItems(field, value);
  return (
    <fieldset
      className={css['items']}
      disabled={disabled}
      aria-describedby={id}
      data-error={error !== null}
    >
      <legend>{t(`fields.${field}`)}</legend>
      <p id={id} className={error === null ? css['quiet'] : css['error']}>
        {typeof error === 'string'
          ? error
          : shown.length === 0
            ? t(`none.${field}`)
            : t('chosen', { count: shown.length })}
      </p>
      <div>
        {[...VIEW_ITEMS[field], ...unknown].map((name) => {
          const [isUnknown, isAlways] = [unknown.includes(name), isAlwaysShown(field, name)];
          return (
            <label key={name} data-unknown={isUnknown}>
              <input
                type="checkbox"
                checked={value.includes(name) || isAlways}
                disabled={isAlways}
                aria-describedby={isAlways ? `${id}-always` : undefined}
                aria-invalid={error !== null && isUnknown}
                onChange={() => toggle(name)}
              />
              {words(field, name)}
              {isUnknown ? (
                <small>{t('unknown')}</small>
              ) : isAlways ? (
                <small id={`${id}-always`} aria-hidden="true">
                  {t('always')}
                </small>
              ) : null}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
