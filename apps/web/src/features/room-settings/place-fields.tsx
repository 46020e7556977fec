import { useTranslation } from 'react-i18next';
import { NumberField } from '../../kit/form/number-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TagsField } from '../../kit/form/tags-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import css from './room-config.module.css';
import { MAX_BEDS } from './room-rules.ts';
import type { RoomValues } from './room-values.ts';
import { useViews } from '../../shared/views/use-views.ts';

/** Above the allowed number, so that the form can report it. */
const TYPED_TAGS = 40;

/** Name and place of a room. The shift can edit all but the number of beds. */
export function PlaceFields({
  form,
  mayArrange,
  mayCare,
}: {
  readonly form: Form<RoomValues>;
  readonly mayArrange: boolean;
  readonly mayCare: boolean;
}) {
  const { t } = useTranslation('roomConfig');
  const views = useViews();
  const disabled = !mayCare;
  return (
    <div className={css['fields']}>
      <TextField
        label={t('fields.name')}
        required
        maxLength={60}
        disabled={disabled}
        {...form.field('name')}
      />
      <TextField
        label={t('fields.building')}
        maxLength={60}
        disabled={disabled}
        {...form.field('building')}
      />
      <TextField
        label={t('fields.floor')}
        maxLength={20}
        disabled={disabled}
        {...form.field('floor')}
      />
      <NumberField
        label={t('fields.capacity')}
        unit={t('beds')}
        min={1}
        max={MAX_BEDS}
        disabled={!mayArrange}
        hint={mayArrange ? undefined : t('managersOnly')}
        {...form.field('capacity')}
      />
      <div className={css['wide']}>
        <TagsField
          label={t('fields.tags')}
          maxTags={TYPED_TAGS}
          disabled={disabled}
          {...form.field('tags')}
        />
      </div>
      {views.length === 0 ? null : (
        <SelectField
          label={t('fields.viewId')}
          empty={t('usualView')}
          choices={views.map(({ documentReferenceId, name }) => ({
            value: documentReferenceId,
            label: name,
          }))}
          disabled={disabled}
          {...form.field('viewId')}
        />
      )}
    </div>
  );
}
