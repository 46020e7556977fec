import type { ReactNode } from 'react';
import { ToolIcon, type ToolIconName } from '../../kit/icons/tool-icon.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { useTranslation } from 'react-i18next';
import css from './registration.module.css';

type PageProps = {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children?: ReactNode;
};

/** The layout of registration pages: a card with the gecko and nothing else. */
export const RegistrationPage = ({ title, lead, children }: PageProps) => (
  <div className={css['page']}>
    <section className={css['card']}>
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>{title}</h1>
      {lead === undefined ? null : <p className={css['lead']}>{lead}</p>}
      <OfflineNote />
      {children}
    </section>
  </div>
);

/** A highlighted sentence that must be read before continuing. */
export const Note = ({
  icon = 'info',
  tone,
  children,
}: {
  readonly icon?: ToolIconName;
  readonly tone?: 'warning';
  readonly children: ReactNode;
}) => (
  <p className={css['note']} data-tone={tone}>
    <ToolIcon name={icon} size={18} />
    <span>{children}</span>
  </p>
);

function OfflineNote() {
  const { t } = useTranslation('registration');
  return useOnline() ? null : (
    <div role="alert">
      <Note icon="wifiOff" tone="warning">
        {t('offline')}
      </Note>
    </div>
  );
}

/** Labels and values, one line each. */
export const DescriptionList = ({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}) => (
  <dl className={css['facts']}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
