import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createClock } from '../../kit/clock/clock.ts';
import { ClockProvider } from '../../kit/clock/clock-context.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { LoadingProvider } from '../../kit/loading/loading-overlay.tsx';
import { createLoading } from '../../kit/loading/loading-store.ts';
import { THEMES } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { ActionSamples } from './action-samples.tsx';
import { ChoiceSamples } from './choice-samples.tsx';
import { DateSamples } from './date-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import css from './gallery.module.css';
import { ColourSamples, IconSamples } from './icon-samples.tsx';
import { ListSamples } from './list-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { PageSamples } from './page-samples.tsx';
import { GALLERY_GROUPS } from './sample.tsx';

const RULES = ['hover', 'focus', 'disabled', 'error', 'touch'] as const;

/** Every component of the kit in its states, for designers. */
export function GalleryScreen() {
  const [clock] = useState(() => createClock(() => Date.now()));
  const [loading] = useState(() => createLoading());
  return (
    <ClockProvider clock={clock}>
      <LoadingProvider loading={loading}>
        <div className={css['gallery']}>
          <GalleryHead />
          <ActionSamples />
          <FieldSamples />
          <ChoiceSamples />
          <DateSamples />
          <PageSamples />
          <ListSamples />
          <OverlaySamples />
          <IconSamples />
          <ColourSamples />
        </div>
      </LoadingProvider>
    </ClockProvider>
  );
}

function GalleryHead() {
  const { t } = useTranslation('gallery');
  const { t: routes } = useTranslation('routes');
  const [{ theme }, change] = usePreferences();
  return (
    <header className={css['head']}>
      <h1>{routes('gallery.title')}</h1>
      <p>{t('lead')}</p>
      <SegmentedField
        label={t('theme')}
        name="theme"
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        onChange={(next) => change({ theme: next })}
      />
      <nav className={css['jump']} aria-label={t('jump')}>
        {GALLERY_GROUPS.map((group) => (
          <a key={group} href={`#${group}`}>
            {t(`groups.${group}`)}
          </a>
        ))}
      </nav>
      <section className={css['rules']} aria-label={t('rules.title')}>
        <h2>{t('rules.title')}</h2>
        <ul>
          {RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </section>
    </header>
  );
}
