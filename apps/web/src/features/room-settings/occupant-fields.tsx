import { SEXES } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../kit/form/check-field.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import css from './room-config.module.css';
import { FIRST_BIRTH_YEAR } from './room-rules.ts';
import type { RoomValues } from './room-values.ts';

/** The occupant of the room, as far as the team needs to know. */
export function OccupantFields({
  form,
  disabled,
}: {
  readonly form: Form<RoomValues>;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation('roomConfig');
  const sex = form.field('sex');
  return (
    <fieldset className={css['part']}>
      <legend>{t('fields.occupant')}</legend>
      <CheckField
        label={t('occupied')}
        checked={form.values.isOccupied}
        disabled={disabled}
        {...form.field('isOccupied')}
      />
      {form.values.isOccupied ? (
        <div className={css['fields']}>
          <TextField
            label={t('fields.alias')}
            hint={t('aliasHint')}
            required
            maxLength={60}
            disabled={disabled}
            {...form.field('alias')}
          />
          <SelectField
            label={t('fields.sex')}
            choices={SEXES.map((value) => ({ value, label: t(`sexes.${value}`) }))}
            disabled={disabled}
            {...sex}
            onChange={(value) => sex.onChange(value === '' ? 'unknown' : value)}
          />
          <NumberField
            label={t('fields.birthYear')}
            unit={t('year')}
            min={FIRST_BIRTH_YEAR}
            disabled={disabled}
            {...form.field('birthYear')}
          />
          <div className={css['wide']}>
            <TextAreaField
              label={t('fields.note')}
              rows={3}
              maxLength={2000}
              disabled={disabled}
              {...form.field('note')}
            />
          </div>
        </div>
      ) : null}
    </fieldset>
  );
}
