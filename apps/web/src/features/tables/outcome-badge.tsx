import type { CsvOutcome } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../../kit/icons/tool-icon.tsx';
import css from './csv-import.module.css';

const ICONS: Readonly<Record<CsvOutcome, ToolIconName>> = {
  new: 'plus',
  changed: 'refresh',
  unchanged: 'check',
  skipped: 'right',
  refused: 'alert',
  leftOut: 'close',
  undone: 'close',
  kept: 'info',
};

/** An outcome as colour, shape and text. */
export function OutcomeBadge({ outcome }: { readonly outcome: CsvOutcome }) {
  const { t } = useTranslation('csvImport');
  return (
    <span className={css['outcome']} data-outcome={outcome}>
      <ToolIcon name={ICONS[outcome]} size={16} />
      {t(`outcomes.${outcome}`)}
    </span>
  );
}
