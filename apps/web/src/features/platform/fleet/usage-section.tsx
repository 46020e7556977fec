import { daysLater, ROUTES, type UsageReply, type WebVital } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useUsageCounts } from '../api.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useClock } from '../../../kit/clock/clock-context.tsx';
import { PlainTable } from '../../../kit/pages/description-list.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import css from './fleet.module.css';
import { screensUsed, rateSpeed, viewsByDay, VITALS } from './usage-figures.ts';
import { PolledValue } from './polled-value.tsx';

const SPANS = [7, 30, 90] as const;

/** The number of views and the speed of screens, without any personal data. */
export function UsageSection() {
  const { t } = useTranslation('fleet');
  const [values, change] = useUrlParams();
  const clock = useClock();
  const span = SPANS.find((candidate) => String(candidate) === values['usage']) ?? 30;
  const query = useUsageCounts(span);
  // Days are counted in UTC.
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const days = Array.from({ length: span }, (_, index) => daysLater(today, index - span + 1));
  return (
    <PageSection title={t('usage.title')} lead={t('usage.lead')}>
      <fieldset className={css['segments']} aria-label={t('usage.span')}>
        {SPANS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === span}
            onClick={() => change({ usage: option === 30 ? undefined : String(option) })}
          >
            {t('usage.days', { count: option })}
          </button>
        ))}
      </fieldset>
      <PolledValue query={query}>{(usage) => <Used usage={usage} days={days} />}</PolledValue>
    </PageSection>
  );
}

function Used({ usage, days }: { readonly usage: UsageReply; readonly days: readonly string[] }) {
  const { t, i18n } = useTranslation('fleet');
  const { t: routes } = useTranslation('routes');
  const figure = new Intl.NumberFormat(i18n.language);
  const screens = screensUsed(usage);
  if (screens.length === 0) return <p className={css['quiet']}>{t('usage.none')}</p>;
  // Every route has a text (a test compares the two); an id of an older version has none.
  const getName = (routeId: string): string =>
    ROUTES.some(({ id }) => id === routeId) ? routes(`${routeId}.title` as 'index.title') : routeId;
  return (
    <div className={css['halves']}>
      <DayBars usage={usage} days={days} />
      <PlainTable
        label={t('usage.screens')}
        heads={[
          t('usage.screen'),
          t('usage.views'),
          ...VITALS.map((vital) => t(`usage.vital.${vital}`)),
        ]}
        numbers={[1, 2, 3, 4]}
        rows={screens.slice(0, MAX_SCREENS).map(({ routeId, views, vitals }) => ({
          key: routeId,
          cells: [
            getName(routeId),
            figure.format(views),
            ...VITALS.map((vital) => <Speed key={vital} vital={vital} value={vitals[vital]} />),
          ],
        }))}
      />
    </div>
  );
}

const MAX_SCREENS = 12;

function DayBars({
  usage,
  days,
}: {
  readonly usage: UsageReply;
  readonly days: readonly string[];
}) {
  const { t, i18n } = useTranslation('fleet');
  const figure = new Intl.NumberFormat(i18n.language);
  const bars = viewsByDay(usage, days);
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const day = (iso: string): string => iso.slice(5).replace('-', '/');
  return (
    <figure className={css['days']}>
      <figcaption>{t('usage.perDay', { most: figure.format(maxCount) })}</figcaption>
      <ol aria-label={t('usage.byDay')}>
        {bars.map(({ day: iso, count }) => (
          <li key={iso} title={t('usage.onDay', { day: day(iso), count: figure.format(count) })}>
            <span className="visually-hidden">
              {t('usage.onDay', { day: day(iso), count: figure.format(count) })}
            </span>
            <i style={{ height: `${(100 * count) / maxCount}%` }} />
          </li>
        ))}
      </ol>
      <div aria-hidden="true">
        <span>{day(days[0] ?? '')}</span>
        <span>{day(days.at(-1) ?? '')}</span>
      </div>
    </figure>
  );
}

function Speed({ vital, value }: { readonly vital: WebVital; readonly value: number | null }) {
  const { t } = useTranslation('fleet');
  if (value === null) return <>--</>;
  const speed = rateSpeed(vital, value);
  const words = Number.isFinite(value)
    ? vital === 'cls'
      ? String(value)
      : t('usage.ms', { value })
    : t('usage.above');
  return (
    <span className={css['speed']} data-speed={speed}>
      {words}
      <small>{t(`usage.speed.${speed}`)}</small>
    </span>
  );
}
