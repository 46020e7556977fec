import { useTranslation } from 'react-i18next';
import { ColourField } from '../../kit/form/colour-field.tsx';
import { FileField } from '../../kit/form/file-field.tsx';
import { PictureField } from '../../kit/form/picture-field.tsx';
import { SearchSelectField } from '../../kit/form/search-select-field.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { TagsField } from '../../kit/form/tags-field.tsx';
import { ignore, Live, Sample, SampleGroup } from './sample.tsx';

const WINGS = ['east', 'west', 'south'] as const;
const PICTURE_FIT = {
  width: 240,
  height: 240,
  text: { safeParse: () => ({ success: true }) },
};
const SHIFTS = ['day', 'late', 'night'] as const;

export const ChoiceSamples = () => (
  <SampleGroup group="choices">
    <SelectFields />
    <SearchFields />
    <SegmentedFields />
    <TagFields />
    <FileFields />
    <PictureFields />
  </SampleGroup>
);

function SelectFields() {
  const { t } = useTranslation('gallery');
  const wings = WINGS.map((value) => ({ value, label: t(`sample.wings.${value}`) }));
  const shared = { empty: t('sample.placeholder'), choices: wings };
  return (
    <Sample name="SelectField">
      <Live<(typeof WINGS)[number] | ''> initial="">
        {(bound) => (
          <SelectField label={t('states.default')} name="select" {...shared} {...bound} />
        )}
      </Live>
      <SelectField
        label={t('states.error')}
        name="wrongSelect"
        {...shared}
        value=""
        error={t('sample.choose')}
        onChange={ignore}
      />
      <SelectField
        label={t('states.disabled')}
        name="disabledSelect"
        {...shared}
        value="east"
        disabled
        onChange={ignore}
      />
    </Sample>
  );
}

function SearchFields() {
  const { t } = useTranslation('gallery');
  const rooms = Array.from({ length: 40 }, (_, index) => ({
    value: `room-${index}`,
    label: t('sample.room', { number: 201 + index }),
  }));
  return (
    <Sample name="SearchSelectField">
      <Live initial="">
        {(bound) => (
          <SearchSelectField
            label={t('states.default')}
            name="search"
            choices={rooms}
            placeholder={t('sample.placeholder')}
            {...bound}
          />
        )}
      </Live>
      <Live initial="room-3">
        {(bound) => (
          <SearchSelectField
            label={t('states.filled')}
            name="searched"
            choices={rooms}
            {...bound}
          />
        )}
      </Live>
      <SearchSelectField
        label={t('states.disabled')}
        name="disabledSearch"
        choices={rooms}
        value="room-3"
        disabled
        onChange={ignore}
      />
    </Sample>
  );
}

function SegmentedFields() {
  const { t } = useTranslation('gallery');
  const shifts = SHIFTS.map((value) => ({ value, label: t(`sample.shifts.${value}`) }));
  return (
    <Sample name="SegmentedField, ColourField">
      <Live<(typeof SHIFTS)[number]> initial="night">
        {(bound) => (
          <SegmentedField label={t('states.chosen')} name="shift" choices={shifts} {...bound} />
        )}
      </Live>
      <SegmentedField
        label={t('states.error')}
        name="wrongShift"
        value=""
        choices={shifts}
        error={t('sample.choose')}
        onChange={ignore}
      />
      <SegmentedField
        label={t('states.disabled')}
        name="disabledShift"
        value="day"
        choices={shifts}
        disabled
        onChange={ignore}
      />
      <Live initial="#46c9ae">
        {(bound) => <ColourField label={t('states.filled')} name="colour" {...bound} />}
      </Live>
    </Sample>
  );
}

function TagFields() {
  const { t } = useTranslation('gallery');
  const tags = (['fall', 'watch', 'calls'] as const).map((tag) => t(`sample.tags.${tag}`));
  return (
    <Sample name="TagsField">
      <Live<readonly string[]> initial={tags}>
        {(bound) => <TagsField label={t('states.filled')} name="tags" {...bound} />}
      </Live>
      <Live<readonly string[]> initial={[]}>
        {(bound) => <TagsField label={t('states.empty')} name="noTags" {...bound} />}
      </Live>
    </Sample>
  );
}

function FileFields() {
  const { t } = useTranslation('gallery');
  const file = new File(['x'.repeat(15_300)], t('sample.file'));
  return (
    <Sample name="FileField">
      <Live<readonly File[]> initial={[file]}>
        {(bound) => (
          <FileField label={t('states.filled')} name="file" accept=".csv" multiple {...bound} />
        )}
      </Live>
      <Live<readonly File[]> initial={[]}>
        {(bound) => <FileField label={t('states.empty')} name="noFile" {...bound} />}
      </Live>
    </Sample>
  );
}

function PictureFields() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="PictureField">
      <Live initial="">
        {({ value, onChange }) => (
          <PictureField
            picture={value}
            fit={PICTURE_FIT}
            disabled={false}
            words={{
              name: t('picture.name'),
              none: t('picture.none'),
              choose: t('picture.choose'),
              remove: t('picture.remove'),
              hint: t('picture.hint'),
            }}
            onChange={onChange}
          />
        )}
      </Live>
    </Sample>
  );
}
