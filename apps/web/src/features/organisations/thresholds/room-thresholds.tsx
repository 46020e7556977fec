import type { ParameterOverrides } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { InheritedLoader } from './inherited-loader.tsx';
import css from './thresholds.module.css';
import { ThresholdsForm, type ThresholdsFormProps } from './thresholds-form.tsx';

type RoomThresholdsProps = {
  readonly room: {
    readonly documentReferenceId: string;
    readonly parameterOverrides: ParameterOverrides;
  };
  readonly mayArrange: boolean;
  readonly onDirty: ThresholdsFormProps['onDirty'];
};

/** A room's deviations from its organisation's rules. */
export function RoomThresholds({
  room: { documentReferenceId, parameterOverrides },
  mayArrange,
  onDirty,
}: RoomThresholdsProps) {
  const { t } = useTranslation('thresholds');
  const subject = { kind: 'room', id: documentReferenceId } as const;
  return (
    <section className={css['part']} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p className={css['quiet']}>{t('roomLead')}</p>
      <InheritedLoader subject={subject}>
        {(inherited) => (
          <ThresholdsForm
            subject={subject}
            overrides={parameterOverrides}
            inherited={inherited}
            mayEdit={mayArrange}
            onDirty={onDirty}
          />
        )}
      </InheritedLoader>
    </section>
  );
}
