import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './raw.module.css';

/** The panel next to the chart. It may be longer than the screen, so the keyboard can scroll it. */
export function SidePanel({ children }: { children: ReactNode }) {
  const { t } = useTranslation('raw');
  return (
    <section className={css['side']} tabIndex={0} aria-label={t('numbers')}>
      {children}
    </section>
  );
}
