import {
  mayReportBySex,
  MAX_REPORT_NIGHTS,
  reportPeriodFault,
  SEXES,
  type ReportFilter,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { DateRangeField, type DateSpan } from '../../kit/date/date-range-field.tsx';
import { OrganisationField } from '../../shared/organisations/organisation-field.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { parseDate, REPORT_NIGHTS } from './report-address.ts';
import { ChoiceList, useSaid } from './choice-list.tsx';
import { useReportChoices } from './use-report-choices.ts';
import { useReportTexts } from './use-report-texts.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useId, useState } from 'react';
import css from './report.module.css';

type FiltersProps = {
  readonly filter: ReportFilter;
  /** The period of the report, as the initial choice of days. */
  readonly span: {
    readonly from: string;
    readonly to: string;
  } | null;
  readonly onChange: (filter: ReportFilter) => void;
};

/**
 * The filters of a report: organisation, nights, rooms, sexes, tags. The address holds all of them.
 */
export function ReportFilters({ filter, span, onChange }: FiltersProps) {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  const actor = toActor(useViewer());
  const choices = useReportChoices(filter.domainId, filter.roomIds);
  const unknown = {
    values: choices.unknownRooms,
    label: t('unknownRooms', { count: choices.unknownRooms.length }),
  };
  const summary = useSummary(
    filter,
    span,
    useSaid({ every: t('everyRoom'), chosen: filter.roomIds, choices: choices.rooms, unknown }),
  );
  const [isOpen, setOpen] = useState(false);
  const inner = useId();
  const patch = (more: Partial<ReportFilter>): void => onChange({ ...filter, ...more });
  return (
    <section className={css['filters']} aria-label={t('filters')}>
      <button
        type="button"
        className={css['fold']}
        aria-expanded={isOpen}
        aria-controls={inner}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t('filters')}</span>
        <small>{summary}</small>
        <ToolIcon name={isOpen ? 'up' : 'down'} size={14} />
      </button>
      <div id={inner} className={css['filterFields']} data-folded={isOpen ? undefined : ''}>
        <div className={css['organisation']}>
          <OrganisationField
            label={t('organisation')}
            name="organisation"
            value={filter.domainId}
            onChange={(domainId) => {
              if (domainId !== '') patch({ domainId, roomIds: [], tags: [] });
            }}
          />
        </div>
        <PeriodChoice
          key={`${span?.from} ${span?.to}`}
          filter={filter}
          span={span}
          onChange={onChange}
        />
        <div className={css['lists']}>
          <ChoiceList
            label={t('rooms')}
            every={t('everyRoom')}
            chosen={filter.roomIds}
            choices={choices.rooms}
            unknown={unknown}
            note={choices.isTruncated ? t('roomsCut') : null}
            onChange={(roomIds) => patch({ roomIds: [...roomIds] })}
          />
          {actor !== null && mayReportBySex(actor) ? (
            <ChoiceList
              label={words.fact.sex}
              every={t('everySex')}
              chosen={filter.sexes}
              choices={SEXES.map((sex) => ({ value: sex, label: words.sex[sex] }))}
              onChange={(chosen) => patch({ sexes: SEXES.filter((sex) => chosen.includes(sex)) })}
            />
          ) : null}
          <ChoiceList
            label={words.fact.tags}
            every={t('everyTag')}
            chosen={filter.tags}
            choices={[...new Set([...choices.tags, ...filter.tags])].map((tag) => ({
              value: tag,
              label: tag,
            }))}
            onChange={(tags) => patch({ tags: [...tags] })}
          />
        </div>
      </div>
    </section>
  );
}

/** Summarises the filters in a line, which replaces them on narrow screens. */
function useSummary(
  { period, sexes, tags }: ReportFilter,
  span: FiltersProps['span'],
  rooms: string,
): string {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  return [
    period.kind === 'newest'
      ? t('nights', { count: period.nights })
      : span === null
        ? ''
        : words.span(span.from, span.to),
    rooms,
    sexes.map((sex) => words.sex[sex]).join(t('and')),
    tags.join(t('and')),
  ]
    .filter((part) => part !== '')
    .join(t('part'));
}

const formatDay = (date: string): string => date.replaceAll('-', '/');

/** Null while a date is incomplete. */
function parseSpan(days: DateSpan): DateSpan | null {
  const [from, to] = [parseDate(days.from), parseDate(days.to)];
  return from === null || to === null ? null : { from, to };
}
const findFault = (span: DateSpan | null): ReturnType<typeof reportPeriodFault> =>
  span === null ? null : reportPeriodFault(span.from, span.to);

function PeriodChoice({ filter, span, onChange }: FiltersProps) {
  const { t } = useTranslation('reports');
  const formatProblem = useProblemMessage();
  const { period } = filter;
  const [days, setDays] = useState<DateSpan>(() =>
    period.kind === 'between'
      ? { from: formatDay(period.from), to: formatDay(period.to) }
      : {
          from: span === null ? '' : formatDay(span.from),
          to: span === null ? '' : formatDay(span.to),
        },
  );
  const fault = findFault(parseSpan(days));
  const choose = (next: DateSpan): void => {
    setDays(next);
    const chosen = parseSpan(next);
    // Show an error for an invalid period here and keep the report.
    if (chosen !== null && findFault(chosen) === null)
      onChange({ ...filter, period: { kind: 'between', ...chosen } });
  };
  return (
    <div className={css['period']}>
      <fieldset className={css['segments']}>
        <legend>{t('newest')}</legend>
        {REPORT_NIGHTS.map((nights) => (
          <button
            key={nights}
            type="button"
            aria-pressed={period.kind === 'newest' && period.nights === nights}
            onClick={() => onChange({ ...filter, period: { kind: 'newest', nights } })}
          >
            {t('nights', { count: nights })}
          </button>
        ))}
      </fieldset>
      <DateRangeField
        label={t('days')}
        name="days"
        value={days}
        error={
          fault === null
            ? null
            : formatProblem({ code: fault, details: { limit: MAX_REPORT_NIGHTS } })
        }
        onChange={choose}
      />
    </div>
  );
}
