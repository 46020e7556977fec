import { ProblemError, daysLater, getNightDate } from '@yamori/domain';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../../live/documents/documents-context.tsx';
import { useNightFigures } from '../../../shared/night-figures/api.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import { useNow } from '../../../kit/clock/clock-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { EmptyState, PageHeader, Skeleton, ErrorState } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useMoments } from '../use-lane-labels.ts';
import { useNightClock, type NightClock } from '../api.ts';
import css from './domain-nights.module.css';
import { parseHeatFigure, HEAT_FIGURES, type HeatFigure } from './heat-figures.ts';
import { HeatGrid } from './heat-grid.tsx';
import { heatGroups, nightsUntil } from './heat-rows.ts';
import { HeatTable } from './heat-table.tsx';
import { HeatLegend, HeatTools, SPANS, type Span } from './heat-tools.tsx';
import { useHeatmapLabels } from './use-heatmap-labels.ts';
import { saveNightsCsv } from './save-nights-csv.ts';
import { useDomainChoices, useDomainNights, type DomainNights } from './use-domain-nights.ts';

const MINUTE_MS = 60_000;
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;

/** The nights of an organisation, rooms × nights. The address holds the selection. */
export function DomainNightsScreen() {
  const { domainid = '' } = useParams({ strict: false });
  const { t } = useTranslation('domainNights');
  const domain = useLiveDocument(`domain/${domainid}`);
  const clock = useNightClock(domainid);
  if (domain.kind === 'failed' || domain.kind === 'refused')
    return <ProblemState problem={domain.problem} />;
  if (domain.kind === 'loading') return <NightsSkeleton />;
  if (domain.value === null)
    return (
      <ErrorState
        title={t('unknown')}
        why={t('unknownWhy')}
        icon="organisation"
        next={<DomainChoice chosen="" />}
      />
    );
  return (
    <Nights
      key={domainid}
      domainId={domainid}
      name={isWhole(domain.value) ? domain.value.name : domainid}
      clock={clock}
    />
  );
}

function Nights({ domainId, name, clock }: { domainId: string; name: string; clock: NightClock }) {
  const { t } = useTranslation('domainNights');
  const [values, change] = useUrlParams();
  // The current night has no figures yet, so the newest night shown is the previous one.
  const newest = daysLater(getNightDate(useNow(MINUTE_MS), clock.timeZone, clock.startsAt), -1);
  const requested = values['until'] ?? '';
  const until =
    NIGHT.test(requested) && !Number.isNaN(Date.parse(requested)) && requested < newest
      ? requested
      : newest;
  const span: Span = SPANS.find((candidate) => String(candidate) === values['nights']) ?? 30;
  const figure = parseHeatFigure(values['figure']);
  const nights = useMemo(() => nightsUntil(until, span), [until, span]);
  const found = useDomainNights(domainId, nights[0] ?? until, until);
  const asTable = values['as'] === 'table';
  const saveCsv = useCsv(domainId, found.data, { name, from: nights[0] ?? until, to: until });
  const move = (spans: -1 | 1): void => {
    const next = daysLater(until, spans * span);
    change({ until: next >= newest ? undefined : next });
  };
  return (
    <section className={css['screen']}>
      <PageHeader
        title={t('title', { name })}
        aside={found.data === undefined ? undefined : <Count shown={found.data} span={span} />}
        tools={<DomainChoice chosen={domainId} />}
      />
      <HeatTools
        figure={figure}
        span={span}
        asTable={asTable}
        isNewest={until >= newest}
        onCsv={
          found.data === undefined || found.isPlaceholderData || found.data.figures.length === 0
            ? null
            : saveCsv
        }
        onFigure={(id) => change({ figure: id === HEAT_FIGURES[0].id ? undefined : id })}
        onSpan={(next) => change({ nights: next === 30 ? undefined : String(next) })}
        onMove={move}
        onTable={() => change({ as: asTable ? undefined : 'table' })}
      />
      <NightsTable
        found={found}
        nights={nights}
        figure={figure}
        asTable={asTable}
        timeZone={clock.timeZone}
      />
    </section>
  );
}

type NightsTableProps = {
  readonly found: ReturnType<typeof useDomainNights>;
  readonly nights: readonly string[];
  readonly figure: HeatFigure;
  readonly asTable: boolean;
  readonly timeZone: string;
};

function NightsTable({ found, nights, figure, asTable, timeZone }: NightsTableProps) {
  const { t } = useTranslation('domainNights');
  const { weekday, time } = useMoments(timeZone);
  const words = useHeatmapLabels();
  const shown = found.data;
  const groups = useMemo(
    () => (shown === undefined ? [] : heatGroups(shown.rooms, shown.figures, nights, figure)),
    [shown, nights, figure],
  );
  if (shown === undefined)
    return found.isError ? (
      <ProblemState
        problem={
          found.error instanceof ProblemError ? found.error.problem : { code: 'server-failed' }
        }
        onRetry={() => void found.refetch()}
      />
    ) : (
      <GridSkeleton />
    );
  if (shown.rooms.length === 0) return <EmptyState title={t('noRooms')} why={t('noRoomsWhy')} />;
  const label = t('label', {
    name: words.name(figure),
    from: weekday(nights[0] ?? ''),
    to: weekday(nights.at(-1) ?? ''),
  });
  return (
    <>
      {found.isError ? (
        <output className={css['stale']}>
          {t('stale', { time: time(found.dataUpdatedAt) })}
          <Button onClick={() => void found.refetch()}>{t('again')}</Button>
        </output>
      ) : null}
      {shown.figures.every((room) => room.nights.length === 0) && !found.isPlaceholderData ? (
        <EmptyState compact title={t('noNights')} why={t('noNightsWhy')} />
      ) : null}
      {asTable ? (
        <HeatTable
          groups={groups}
          nights={nights}
          figure={figure}
          timeZone={timeZone}
          label={label}
        />
      ) : (
        <>
          <HeatLegend figure={figure} />
          <HeatGrid
            groups={groups}
            nights={nights}
            figure={figure}
            timeZone={timeZone}
            label={label}
          />
        </>
      )}
    </>
  );
}

function Count({ shown, span }: { shown: DomainNights; span: number }) {
  const { t } = useTranslation('domainNights');
  return t('count', {
    rooms: shown.rooms.length,
    nights: span,
    found: shown.figures.reduce(
      (sum, room) => sum + room.nights.filter(({ state }) => state === 'done').length,
      0,
    ),
  });
}

/** Switches to another organisation. */
function DomainChoice({ chosen }: { chosen: string }) {
  const { t } = useTranslation('domainNights');
  const navigate = useNavigate();
  const choices = useDomainChoices();
  if (choices.data === undefined) return null;
  return (
    <label className={css['domain']}>
      {t('organisation')}
      <select
        value={chosen}
        onChange={({ currentTarget }) =>
          void navigate({
            to: '/master/domain/$domainid/sleep',
            params: { domainid: currentTarget.value },
          })
        }
      >
        {chosen === '' ? (
          <option value="" disabled>
            {t('choose')}
          </option>
        ) : null}
        {choices.data.map(({ domainId, name }) => (
          <option key={domainId} value={domainId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The export is recorded in the update history before the file is made. */
function useCsv(
  domainId: string,
  shown: DomainNights | undefined,
  { name, from, to }: { readonly name: string; readonly from: string; readonly to: string },
): () => void {
  const { t } = useTranslation('domainNights');
  const { t: rooms } = useTranslation('rooms');
  const words = useHeatmapLabels();
  const formatProblem = useProblemMessage();
  const toasts = useToasts();
  const client = useNightFigures();
  const save = async (): Promise<void> => {
    if (shown === undefined) return;
    await client.noteTable(domainId, {
      from,
      to,
      rooms: shown.figures.filter((room) => room.nights.length > 0).length,
    });
    const columns = [
      t('csvColumn.night'),
      t('csvColumn.building'),
      t('csvColumn.floor'),
      t('room'),
      t('csvColumn.state'),
      ...HEAT_FIGURES.map((figure) => t(`csvUnit.${figure.kind}`, { name: words.name(figure) })),
      t('csvColumn.quality'),
      t('csvColumn.corrected'),
      t('csvColumn.version'),
    ];
    await saveNightsCsv(
      shown,
      {
        columns,
        state: (state) => (state === 'done' ? t('done') : rooms(`short.${state}`)),
        yes: t('yes'),
        no: t('no'),
      },
      `${name}_${from}_${to}.csv`,
    );
  };
  return () =>
    void save().catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    });
}

const NightsSkeleton = () => (
  <section className={css['screen']} data-loading="">
    <Skeleton height={34} width={320} />
    <Skeleton height={34} />
    <GridSkeleton />
  </section>
);
const GridSkeleton = () => (
  <div className={css['stage']} data-loading="">
    <Skeleton height="100%" />
  </div>
);
