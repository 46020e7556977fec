import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import formCss from '../../kit/form/form.module.css';
import { CheckField } from '../../kit/form/check-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TagsField } from '../../kit/form/tags-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import { distinctNames } from '../../kit/list/list-url-state.ts';
import type { BulkChange } from './bulk-change.ts';
import css from './room-config.module.css';
import type { Room } from './api.ts';
import { useViews } from '../../shared/views/use-views.ts';

const NOTHING = {
  changesBuilding: false,
  building: '',
  changesFloor: false,
  floor: '',
  changesView: false,
  viewId: '',
  addTags: [] as readonly string[],
  removeTags: [] as readonly string[],
};

/** The change for all selected rooms; fields that are not checked stay unchanged. */
export function BulkForm({
  rooms,
  onAnswer,
}: {
  readonly rooms: readonly Room[];
  readonly onAnswer: (change: BulkChange | null) => void;
}) {
  const { t } = useTranslation('roomConfig');
  const views = useViews();
  const rules = useRules();
  const form = useForm({
    initial: NOTHING,
    rules: { building: [rules.atMost(60)], floor: [rules.atMost(20)] },
    submit: async ({
      changesBuilding,
      building,
      changesFloor,
      floor,
      changesView,
      viewId,
      addTags,
      removeTags,
    }) =>
      onAnswer({
        building: changesBuilding ? building.trim() : null,
        floor: changesFloor ? floor.trim() : null,
        viewId: changesView ? viewId : null,
        addTags,
        removeTags,
      }),
  });
  const { changesBuilding, changesFloor, changesView, removeTags } = form.values;
  const remove = form.field('removeTags');
  return (
    <form {...form.bind} aria-label={t('bulk.edit')}>
      <DialogBody>
        <div className={formCss['form']}>
          <CheckField
            label={t('bulk.changeBuilding')}
            checked={changesBuilding}
            {...form.field('changesBuilding')}
          />
          {changesBuilding ? (
            <TextField label={t('fields.building')} maxLength={60} {...form.field('building')} />
          ) : null}
          <CheckField
            label={t('bulk.changeFloor')}
            checked={changesFloor}
            {...form.field('changesFloor')}
          />
          {changesFloor ? (
            <TextField label={t('fields.floor')} maxLength={20} {...form.field('floor')} />
          ) : null}
          {views.length === 0 ? null : (
            <CheckField
              label={t('bulk.changeView')}
              checked={changesView}
              {...form.field('changesView')}
            />
          )}
          {changesView ? (
            <SelectField
              label={t('fields.viewId')}
              empty={t('usualView')}
              choices={views.map(({ documentReferenceId, name }) => ({
                value: documentReferenceId,
                label: name,
              }))}
              {...form.field('viewId')}
            />
          ) : null}
          <TagsField label={t('bulk.addTags')} maxTags={20} {...form.field('addTags')} />
          <fieldset className={css['tagPicks']}>
            <legend>{t('bulk.removeTags')}</legend>
            {distinctNames(rooms.flatMap(({ tags }) => tags)).map((tag) => (
              <label key={tag}>
                <input
                  type="checkbox"
                  checked={removeTags.includes(tag)}
                  onChange={(event) =>
                    remove.onChange(
                      event.currentTarget.checked
                        ? [...removeTags, tag]
                        : removeTags.filter((other) => other !== tag),
                    )
                  }
                />
                {tag}
              </label>
            ))}
          </fieldset>
        </div>
        <DialogFoot>
          <Button onClick={() => onAnswer(null)}>{t('cancel')}</Button>
          <Button kind="primary" submit disabled={!form.dirty}>
            {t('bulk.do')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
