import type { AgencyMonth, AgencyStatistics } from '@yamori/domain';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgencyStatistics } from '../api.ts';
import { createDateTimeFormatter } from '../../../locales/date-time-formatter.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useAgency } from '../../../shared/agency/agency-context.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { ListContainer } from '../../../shared/document-list/list-container.tsx';
import listCss from '../../../kit/list/list.module.css';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { EmptyState, PageHeader } from '../../../kit/pages/page-state.tsx';
import { DeviceStateBadge } from '../../../shared/device-state/device-state-badge.tsx';
import css from './agency.module.css';
import { MIN_NIGHTS, perThousandNights, sumMonths, computeUptime } from './statistics-figures.ts';

const SPANS = ['3', '6', '12'] as const;
const REFRESH_MS = 300_000;

/** The state and history of customers' devices. The address holds the period and the customer. */
export function StatisticsScreen() {
  const { t, i18n } = useTranslation('agencyArea');
  const { timeZone } = useAgency();
  const [values, change] = useUrlParams();
  const months = SPANS.find((span) => span === values['months']) ?? '6';
  const query = useAgencyStatistics(Number(months), {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const at = createDateTimeFormatter(i18n.language, {
    timeZone,
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const customer = query.data?.customers.find(
    ({ customerId }) => customerId === values['customer'],
  );
  return (
    <ListContainer>
      <div className={css['page']}>
        <PageHeader
          title={t('statistics.title')}
          aside={
            query.data === undefined
              ? t('statistics.reading')
              : t('statistics.asOf', { at: at(new Date(query.data.asOf)) })
          }
          tools={
            <search className={listCss['filters']} aria-label={t('statistics.months')}>
              <Select
                label={t('statistics.customer')}
                value={customer?.customerId ?? ''}
                onChange={(next) => change({ customer: next })}
                options={[
                  ['', t('statistics.everyone')],
                  ...(query.data?.customers ?? []).map(
                    ({ customerId, name }) => [customerId, name] as const,
                  ),
                ]}
              />
              <Select
                label={t('statistics.months')}
                value={months}
                onChange={(next) => change({ months: next === '6' ? undefined : next })}
                options={SPANS.map(
                  (span) => [span, t('statistics.monthCount', { count: Number(span) })] as const,
                )}
              />
            </search>
          }
        />
        <QueryBoundary query={query}>
          {(statistics) => <Found statistics={statistics} customer={customer ?? null} />}
        </QueryBoundary>
      </div>
    </ListContainer>
  );
}

type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
};

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <label className={listCss['choice']}>
    <span className="visually-hidden">{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

type Customer = AgencyStatistics['customers'][number];

/** For all customers together, or for one. */
function Found({
  statistics,
  customer,
}: {
  readonly statistics: AgencyStatistics;
  readonly customer: Customer | null;
}) {
  const { t } = useTranslation('agencyArea');
  const months = customer?.months ?? statistics.months;
  const hasAny =
    statistics.devices.length > 0 ||
    statistics.months.some(({ placed, nights }) => placed + nights > 0);
  if (!hasAny)
    return (
      <EmptyState
        title={t('statistics.empty')}
        why={t('statistics.emptyWhy')}
        next={<Link to="/agency/devices">{t('statistics.toDevices')}</Link>}
      />
    );
  return (
    <>
      <Figures
        states={customer?.states ?? statistics.devices}
        customerId={customer?.customerId ?? null}
        months={months}
      />
      <PageSection title={t('statistics.trend')}>
        <Trend months={months} />
      </PageSection>
      {customer !== null ? null : (
        <PageSection title={t('statistics.byCustomer')}>
          <Customers statistics={statistics} />
        </PageSection>
      )}
    </>
  );
}

function useFigures() {
  const { i18n } = useTranslation();
  const whole = new Intl.NumberFormat(i18n.language);
  const tenth = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return {
    whole: (value: number) => whole.format(value),
    tenth: (value: number | null) => (value === null ? '--' : tenth.format(value)),
    percent: (value: number | null) => (value === null ? '--' : tenth.format(value * 100)),
  };
}

function Figures({
  states,
  customerId,
  months,
}: {
  readonly states: AgencyStatistics['devices'];
  readonly customerId: string | null;
  readonly months: readonly AgencyMonth[];
}) {
  const { t } = useTranslation('agencyArea');
  const format = useFigures();
  const sum = sumMonths(months);
  return (
    <ul className={css['figures']}>
      <li>
        <span>{t('statistics.devices')}</span>
        <strong>{format.whole(states.reduce((total, { count }) => total + count, 0))}</strong>
        <ul className={css['states']} aria-label={t('statistics.devicesNote')}>
          {states.map(({ state, count }) => (
            <li key={state}>
              <Link
                to="/agency/devices"
                search={(before: Record<string, string>) => ({
                  ...(before['agency'] === undefined ? {} : { agency: before['agency'] }),
                  ...(customerId === null ? {} : { customer: customerId }),
                  state,
                })}
              >
                <DeviceStateBadge state={state} />
              </Link>{' '}
              <b>{format.whole(count)}</b>
            </li>
          ))}
        </ul>
      </li>
      <li>
        <span>{t('statistics.uptime')}</span>
        <Percent share={computeUptime(sum)} />
        <small>{t('statistics.uptimeNote')}</small>
      </li>
      <li>
        <span>{t('statistics.nights')}</span>
        <strong>{format.whole(sum.nights)}</strong>
        <small>{t('statistics.monthCount', { count: months.length })}</small>
      </li>
      <li>
        <span>{t('statistics.accidents')}</span>
        <strong>{format.tenth(perThousandNights(sum))}</strong>
        <small>{t('statistics.accidentsNote', { count: MIN_NIGHTS })}</small>
      </li>
    </ul>
  );
}

function Trend({ months }: { readonly months: readonly AgencyMonth[] }) {
  const { t } = useTranslation('agencyArea');
  const format = useFigures();
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.month')}</th>
            <th scope="col">{t('statistics.uptime')}</th>
            <th scope="col">{t('statistics.sent')}</th>
            <th scope="col">{t('statistics.placed')}</th>
            <th scope="col">{t('statistics.nights')}</th>
            <th scope="col">{t('statistics.total')}</th>
            <th scope="col">{t('statistics.perThousand')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <tr key={month.month}>
              <th scope="row">
                {month.month.replace('-', '/')}
                {index === months.length - 1 ? t('statistics.running') : ''}
              </th>
              <td>
                <Meter share={computeUptime(month)} />
              </td>
              <td>{format.whole(month.sent)}</td>
              <td>{format.whole(month.placed)}</td>
              <td>{format.whole(month.nights)}</td>
              <td>{format.whole(month.accidents)}</td>
              <td>
                <strong>{format.tenth(perThousandNights(month))}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Without placed devices there is no share and no percent sign. */
function Percent({ share }: { readonly share: number | null }) {
  const { percent } = useFigures();
  return (
    <strong>
      {percent(share)}
      {share === null ? null : <small>%</small>}
    </strong>
  );
}

function Meter({ share }: { readonly share: number | null }) {
  return (
    <span className={css['meter']}>
      <span className={css['track']} aria-hidden="true">
        <i style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
      <Percent share={share} />
    </span>
  );
}

function Customers({ statistics: { customers } }: { readonly statistics: AgencyStatistics }) {
  const { t } = useTranslation('agencyArea');
  const format = useFigures();
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.customer')}</th>
            <th scope="col">{t('statistics.devices')}</th>
            <th scope="col">{t('statistics.offline')}</th>
            <th scope="col">{t('statistics.lastMonths')}</th>
            <th scope="col">{t('statistics.uptime')}</th>
            <th scope="col">{t('statistics.nights')}</th>
            <th scope="col">{t('statistics.perThousand')}</th>
          </tr>
        </thead>
        <tbody>
          {customers.map(({ customerId, name, devices, offline, months }) => {
            const sum = sumMonths(months);
            return (
              <tr key={customerId}>
                <th scope="row">
                  <Link
                    to="/agency/statistics"
                    search={(before: Record<string, string>) => ({
                      ...before,
                      customer: customerId,
                    })}
                  >
                    {name}
                  </Link>
                </th>
                <td>{format.whole(devices)}</td>
                <td>{format.whole(offline)}</td>
                <td>
                  <span className={css['spark']} aria-hidden="true">
                    {months.map((month, index) => (
                      <i
                        key={month.month}
                        data-running={index === months.length - 1}
                        style={{ height: `${(computeUptime(month) ?? 0) * 100}%` }}
                      />
                    ))}
                  </span>
                </td>
                <td>
                  <Percent share={computeUptime(sum)} />
                </td>
                <td>{format.whole(sum.nights)}</td>
                <td>{format.tenth(perThousandNights(sum))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
