import { daysLater, fromLocalTime, isDateText } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANY_READING, type HistoryCriteria, useHistoryZone } from './api.ts';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { parseCalendarDay, toIsoDay } from '../../kit/date/calendar-day.ts';
import { DateRangeField, type DateSpan } from '../../kit/date/date-range-field.tsx';
import { Button } from '../../kit/form/button.tsx';
import { SearchSelectField } from '../../kit/form/search-select-field.tsx';
import { SelectField } from '../../kit/form/select-field.tsx';
import { ACTIONS, ASKED_COLLECTIONS } from './history-names.ts';
import css from './update-history.module.css';

/** Years for which time zone rules are known. */
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;
const ASKED_ACTIONS = [ANY_READING, ...ACTIONS] as const;

/** The filter in the address; days are in the zone of the list. */
export function useHistoryCriteria(domainId: string | null): HistoryCriteria {
  const [values] = useUrlParams();
  const timeZone = useHistoryZone(domainId);
  const [from, until] = [parseDay(values['from']), parseDay(values['until'])];
  const beginning = (day: string): Date => new Date(fromLocalTime(`${day}T00:00:00`, timeZone));
  return {
    domainId,
    actorId: values['who'] ?? null,
    action: ASKED_ACTIONS.find((candidate) => candidate === values['action']) ?? null,
    collection: ASKED_COLLECTIONS.find((candidate) => candidate === values['what']) ?? null,
    // The last day is included: it has 23 or 25 hours when clocks change.
    from: from === null ? null : beginning(from),
    until: until === null ? null : beginning(daysLater(until, 1)),
  };
}

/** A calendar day; null for any other text of the address. */
const parseDay = (text: string | undefined): string | null =>
  text !== undefined && DAY.test(text) && isDateText(text.replaceAll('-', '/')) ? text : null;

const MAX_MEMBERS = 1000;

/** Filters by action, target, person and time. The address holds all of them. */
export function HistoryFilter() {
  const { t } = useTranslation('history');
  const [values, change] = useUrlParams();
  const documents = useDocuments();
  const members = useQuery({
    queryKey: ['history-members'],
    queryFn: async () =>
      (await documents.collection('staff').orderBy('name').limit(MAX_MEMBERS).get()).filter(
        isWhole,
      ),
  });
  const shown = (iso: string | undefined): string => (iso ?? '').replaceAll('-', '/');
  const iso = (text: string): string | undefined => {
    const day = parseCalendarDay(text);
    return day === null ? undefined : toIsoDay(day);
  };
  const isFiltered = ['who', 'action', 'what', 'from', 'until'].some(
    (key) => values[key] !== undefined,
  );
  return (
    <search className={css['filter']} aria-label={t('filter')}>
      <SelectField
        label={t('what')}
        name="what"
        value={ASKED_COLLECTIONS.find((candidate) => candidate === values['what']) ?? ''}
        empty={t('anyCollection')}
        choices={ASKED_COLLECTIONS.map((name) => ({
          value: name,
          label: t(`collections.${name}`),
        }))}
        onChange={(what) => change({ what })}
      />
      <SelectField
        label={t('action')}
        name="action"
        value={ASKED_ACTIONS.find((candidate) => candidate === values['action']) ?? ''}
        empty={t('anyAction')}
        choices={[
          { value: ANY_READING, label: t('anyReading') },
          ...ACTIONS.map((name) => ({ value: name, label: t(`actions.${name}`) })),
        ]}
        onChange={(action) => change({ action })}
      />
      <SearchSelectField
        label={t('actor')}
        name="who"
        value={values['who'] ?? ''}
        placeholder={t('findActor')}
        choices={[
          { value: '', label: t('anyone') },
          ...(members.data ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        onChange={(who) => change({ who })}
      />
      <Period
        key={`${values['from'] ?? ''} ${values['until'] ?? ''}`}
        from={shown(values['from'])}
        to={shown(values['until'])}
        onPeriod={({ from, to }) => change({ from: iso(from), until: iso(to) })}
      />
      {isFiltered ? (
        <Button
          onClick={() =>
            change({
              who: undefined,
              action: undefined,
              what: undefined,
              from: undefined,
              until: undefined,
            })
          }
        >
          {t('clear')}
        </Button>
      ) : null}
    </search>
  );
}

type PeriodProps = DateSpan & { readonly onPeriod: (span: DateSpan) => void };

/** Holds incomplete dates; only complete ones go to the address. */
function Period({ from, to, onPeriod }: PeriodProps) {
  const { t } = useTranslation('history');
  const [typed, setTyped] = useState<DateSpan>({ from, to });
  const isWholeDay = (text: string): boolean => text === '' || parseCalendarDay(text) !== null;
  const take = (span: DateSpan): void => {
    setTyped(span);
    if (isWholeDay(span.from) && isWholeDay(span.to) && (span.from !== from || span.to !== to))
      onPeriod(span);
  };
  return <DateRangeField label={t('period')} name="period" value={typed} onChange={take} />;
}
