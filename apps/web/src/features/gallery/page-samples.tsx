import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { AreaTabs } from '../../kit/pages/area-tabs.tsx';
import { DescriptionList, PlainTable } from '../../kit/pages/description-list.tsx';
import { PageSection } from '../../kit/pages/page-section.tsx';
import { EmptyState, LoadingState, Skeleton, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import { QrCode } from '../../kit/qr/qr-code.tsx';
import css from './gallery.module.css';
import { Sample, SampleGroup } from './sample.tsx';

const MINUTES_18_MS = 18 * 60_000;

export const PageSamples = () => (
  <SampleGroup group="pages">
    <States />
    <Progress />
    <Sections />
  </SampleGroup>
);

function States() {
  const { t } = useTranslation('gallery');
  return (
    <Sample name="LoadingState, EmptyState, ErrorState" isWide>
      <LoadingState />
      <EmptyState
        compact
        title={t('page.empty')}
        why={t('page.emptyWhy')}
        next={<Button kind="primary">{t('page.next')}</Button>}
      />
      <ErrorState compact icon="info" title={t('page.refused')} why={t('page.refusedWhy')} />
      <ErrorState
        compact
        icon="wifiOff"
        tone="warning"
        title={t('page.stale')}
        why={t('page.staleWhy')}
      />
      <ErrorState
        compact
        icon="alert"
        tone="danger"
        title={t('page.failed')}
        why={t('page.failedWhy')}
      />
    </Sample>
  );
}

function Progress() {
  const { t } = useTranslation('gallery');
  const bars = [
    { state: 'known', done: 30, isHeld: false },
    { state: 'unknown', done: null, isHeld: false },
    { state: 'held', done: 60, isHeld: true },
  ] as const;
  return (
    <Sample name="ProgressBar, Skeleton, QrCode">
      {bars.map(({ state, done, isHeld }) => (
        <div key={state}>
          <p>{t(`states.${state}`)}</p>
          <ProgressBar
            label={`${t('page.progress')} ${t(`states.${state}`)}`}
            done={done}
            isHeld={isHeld}
          />
        </div>
      ))}
      <Skeleton height={20} width="60%" />
      <Skeleton height={44} />
      <div className={css['code']}>
        <QrCode text="https://example.jp/yamori" label={t('page.code')} />
      </div>
    </Sample>
  );
}

function Sections() {
  const { t } = useTranslation('gallery');
  const clock = useClock();
  const [since] = useState(() => new Date(clock.now() - MINUTES_18_MS));
  const tabs = (['home', 'devices', 'history'] as const).map((tab) => t(`page.tabs.${tab}`));
  const facts = [
    [t('sample.state'), t('sample.normal')],
    [t('sample.battery'), '82 %'],
    [t('page.progress'), <Age key="age" at={since} kind="since" />],
  ] as const;
  return (
    <Sample name="AreaTabs, PageSection, DescriptionList, PlainTable">
      <AreaTabs label={t('page.section')} address={tabs[0] ?? ''}>
        {tabs.map((tab, index) => (
          <a key={tab} href="#pages" aria-current={index === 0 ? 'page' : undefined}>
            {tab}
          </a>
        ))}
      </AreaTabs>
      <PageSection title={t('page.section')} lead={t('page.sectionLead')}>
        <DescriptionList facts={facts} />
      </PageSection>
      <PlainTable
        label={t('page.facts')}
        heads={[t('page.tabs.devices'), t('sample.battery')]}
        numbers={[1]}
        rows={[42, 43].map((number) => ({
          key: String(number),
          cells: [t('sample.device', { number }), `${number + 40} %`],
        }))}
      />
    </Sample>
  );
}
