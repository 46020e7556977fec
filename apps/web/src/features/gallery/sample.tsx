import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './gallery.module.css';

export const GALLERY_GROUPS = [
  'actions',
  'fields',
  'choices',
  'dates',
  'pages',
  'lists',
  'overlays',
  'icons',
  'colours',
] as const;

type GroupProps = {
  readonly group: (typeof GALLERY_GROUPS)[number];
  readonly children: ReactNode;
};

export function SampleGroup({ group, children }: GroupProps) {
  const { t } = useTranslation('gallery');
  return (
    <section id={group} className={css['group']} aria-labelledby={`${group}-title`}>
      <h2 id={`${group}-title`}>{t(`groups.${group}`)}</h2>
      <div className={css['samples']}>{children}</div>
    </section>
  );
}

type SampleProps = {
  /** The component's name in the sources. */
  readonly name: string;
  /** Side by side instead of one below the other. */
  readonly inRow?: boolean;
  /** As wide as the page. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** One component in its states. */
export const Sample = ({ name, inRow = false, isWide = false, children }: SampleProps) => (
  <section className={css['sample']} data-wide={isWide} aria-label={name}>
    <h3>
      <code>{name}</code>
    </h3>
    <div className={css['states']} data-row={inRow}>
      {children}
    </div>
  </section>
);

type LiveProps<Value> = {
  readonly initial: Value;
  readonly children: (bound: {
    readonly value: Value;
    readonly onChange: (next: Value) => void;
  }) => ReactNode;
};

/** Holds the value of a field that can be tried out. */
export function Live<Value>({ initial, children }: LiveProps<Value>) {
  const [value, onChange] = useState(initial);
  return children({ value, onChange });
}

export const ignore = (): void => undefined;
