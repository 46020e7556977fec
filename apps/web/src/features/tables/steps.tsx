import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './csv-import.module.css';

export const STEPS = ['file', 'columns', 'check', 'run', 'result'] as const;
export type StepName = (typeof STEPS)[number];

/** Completed, current and remaining steps. */
export function Steps({ current }: { readonly current: StepName }) {
  const { t } = useTranslation('csvImport');
  const at = STEPS.indexOf(current);
  return (
    <ol className={css['steps']} aria-label={t('stepsName')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          data-done={index < at || undefined}
        >
          <span aria-hidden="true">
            {index < at ? <ToolIcon name="check" size={16} /> : index + 1}
          </span>
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
