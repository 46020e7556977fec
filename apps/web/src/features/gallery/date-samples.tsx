import { useTranslation } from 'react-i18next';
import { Calendar } from '../../kit/date/calendar.tsx';
import { DateField } from '../../kit/date/date-field.tsx';
import { DateRangeField, type DateSpan } from '../../kit/date/date-range-field.tsx';
import { TimeField } from '../../kit/date/time-field.tsx';
import { ignore, Live, Sample, SampleGroup } from './sample.tsx';

const TODAY = { year: 2026, month: 11, day: 21 };

export function DateSamples() {
  const { t } = useTranslation('gallery');
  return (
    <SampleGroup group="dates">
      <Sample name="DateField">
        <Live initial="">
          {(bound) => <DateField label={t('states.default')} name="date" {...bound} />}
        </Live>
        <DateField
          label={t('states.error')}
          name="wrongDate"
          value=""
          error={t('sample.missing')}
          onChange={ignore}
        />
        <DateField
          label={t('states.disabled')}
          name="disabledDate"
          value="2026/11/21"
          disabled
          onChange={ignore}
        />
      </Sample>
      <Sample name="DateRangeField, TimeField">
        <Live<DateSpan> initial={{ from: '2026/11/01', to: '2026/11/21' }}>
          {(bound) => <DateRangeField label={t('states.filled')} name="span" {...bound} />}
        </Live>
        <Live<DateSpan> initial={{ from: '2026/11/01', to: '' }}>
          {(bound) => (
            <DateRangeField
              label={t('states.error')}
              name="wrongSpan"
              error={t('sample.missing')}
              {...bound}
            />
          )}
        </Live>
        <Live initial="21:30">
          {(bound) => <TimeField label={t('states.filled')} name="time" {...bound} />}
        </Live>
      </Sample>
      <Sample name="Calendar">
        <Calendar
          chosen={{ from: { ...TODAY, day: 10 }, to: { ...TODAY, day: 13 } }}
          today={TODAY}
          max={{ ...TODAY, day: 24 }}
          onChoose={ignore}
        />
      </Sample>
    </SampleGroup>
  );
}
