import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Gecko } from '../icons/gecko.tsx';
import { ToolIcon, type ToolIconName } from '../icons/tool-icon.tsx';
import { Spinner } from './spinner.tsx';
import css from './page.module.css';

type PageStateProps = {
  readonly title: string;
  readonly why?: string | undefined;
  /** The next step: a link or a button. */
  readonly next?: ReactNode;
  readonly compact?: boolean;
};

/** An empty page says why and offers the next step, with the gecko. */
export const EmptyState = ({ title, why, next, compact = false }: PageStateProps) => (
  <section className={css['state']} data-compact={compact}>
    <Gecko size={compact ? 64 : 104} />
    <Words title={title} why={why} next={next} />
  </section>
);

/** An error state (refused, offline, failed): what happened and what to do, with an icon. */
export const ErrorState = ({
  title,
  why,
  next,
  compact = false,
  icon,
  tone = 'none',
}: PageStateProps & { icon: ToolIconName; tone?: 'none' | 'warning' | 'danger' }) => (
  <section className={css['state']} data-compact={compact} role="alert">
    <span className={css['mark']} data-tone={tone}>
      <ToolIcon name={icon} size={compact ? 28 : 40} />
    </span>
    <Words title={title} why={why} next={next} />
  </section>
);

const Words = ({ title, why, next }: PageStateProps) => (
  <>
    <h2>{title}</h2>
    {why === undefined || why === '' ? null : <p>{why}</p>}
    {next === undefined ? null : <div className={css['next']}>{next}</div>}
  </>
);

export function LoadingState() {
  const { t } = useTranslation('pages');
  return (
    <div className={css['state']} aria-live="polite" data-loading>
      <Spinner size={28} />
      <p>{t('loading')}</p>
    </div>
  );
}

export const Skeleton = ({
  width = '100%',
  height,
}: {
  width?: number | string;
  height: number | string;
}) => <span className={css['skeleton']} style={{ width, height }} aria-hidden="true" />;

/** Title, the text next to it, and the page's tools; the one primary action comes last. */
export const PageHeader = ({
  title,
  aside,
  tools,
}: {
  title: string;
  aside?: ReactNode;
  tools?: ReactNode;
}) => (
  <header className={css['header']}>
    <h1>{title}</h1>
    {aside === undefined ? null : <span className={css['aside']}>{aside}</span>}
    {tools === undefined ? null : <div className={css['tools']}>{tools}</div>}
  </header>
);
