import { useTranslation } from 'react-i18next';
import { CheckField, ToggleField } from '../../kit/form/check-field.tsx';
import { FormError } from '../../kit/form/form-error.tsx';
import { NumberField } from '../../kit/form/number-field.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { TextAreaField } from '../../kit/form/text-area-field.tsx';
import { TextField } from '../../kit/form/text-field.tsx';
import { MaskField } from '../../kit/mask/mask-field.tsx';
import { ignore, Live, Sample, SampleGroup } from './sample.tsx';

const MAX_NOTE = 60;

export const FieldSamples = () => (
  <SampleGroup group="fields">
    <TextFields />
    <OtherTextFields />
    <NumberFields />
    <CheckFields />
  </SampleGroup>
);

function TextFields() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="TextField">
      <Live initial="">
        {(bound) => <TextField label={t('states.default')} name="text" {...bound} />}
      </Live>
      <Live initial={t('sample.name')}>
        {(bound) => (
          <TextField
            label={t('states.required')}
            name="required"
            required
            hint={t('sample.help')}
            {...bound}
          />
        )}
      </Live>
      <TextField
        label={t('states.error')}
        name="wrong"
        value=""
        error={t('sample.missing')}
        onChange={ignore}
      />
      <TextField
        label={t('states.disabled')}
        name="disabled"
        value={t('sample.name')}
        disabled
        onChange={ignore}
      />
      <FormError message={t('sample.trouble')} />
    </Sample>
  );
}

function OtherTextFields() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="PasswordField, TextAreaField, MaskField">
      <Live initial="quiet-night-gecko">
        {(bound) => (
          <PasswordField
            label={t('states.filled')}
            name="password"
            autoComplete="new-password"
            {...bound}
          />
        )}
      </Live>
      <Live initial={t('sample.note')}>
        {(bound) => (
          <TextAreaField
            label={t('states.counted')}
            name="note"
            rows={3}
            maxLength={MAX_NOTE}
            counter
            {...bound}
          />
        )}
      </Live>
      <TextAreaField
        label={t('states.error')}
        name="wrongNote"
        rows={3}
        value=""
        error={t('sample.missing')}
        onChange={ignore}
      />
      <Live initial="0312">
        {(bound) => <MaskField label={t('states.filled')} name="phone" mask="phone" {...bound} />}
      </Live>
      <Live initial="4111">
        {(bound) => (
          <MaskField label={t('states.default')} name="card" mask="card" fillMask {...bound} />
        )}
      </Live>
    </Sample>
  );
}

function NumberFields() {
  const { t } = useTranslation('gallery');
  const limits = { unit: '℃', step: 0.1, min: 30, max: 45 };
  return (
    <Sample name="NumberField">
      <Live<number | null> initial={36.5}>
        {(bound) => <NumberField label={t('states.filled')} name="number" {...limits} {...bound} />}
      </Live>
      <NumberField
        label={t('states.error')}
        name="wrongNumber"
        {...limits}
        value={null}
        error={t('sample.missing')}
        onChange={ignore}
      />
      <NumberField
        label={t('states.disabled')}
        name="disabledNumber"
        {...limits}
        value={36.5}
        disabled
        onChange={ignore}
      />
    </Sample>
  );
}

function CheckFields() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="CheckField, ToggleField">
      {([true, false] as const).map((isOn) => (
        <Live key={String(isOn)} initial={isOn}>
          {({ value, onChange }) => (
            <CheckField
              label={t(isOn ? 'states.on' : 'states.off')}
              name={`check-${isOn}`}
              checked={value}
              onChange={onChange}
            />
          )}
        </Live>
      ))}
      <CheckField
        label={t('states.error')}
        name="wrongCheck"
        checked={false}
        error={t('sample.choose')}
        onChange={ignore}
      />
      {([true, false] as const).map((isOn) => (
        <Live key={String(isOn)} initial={isOn}>
          {({ value, onChange }) => (
            <ToggleField
              label={t(isOn ? 'states.on' : 'states.off')}
              name={`toggle-${isOn}`}
              checked={value}
              onChange={onChange}
            />
          )}
        </Live>
      ))}
      <ToggleField
        label={t('states.disabled')}
        name="disabledToggle"
        checked={false}
        disabled
        onChange={ignore}
      />
    </Sample>
  );
}
