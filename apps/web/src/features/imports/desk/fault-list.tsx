import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from '../imports.module.css';
import type { FileFault } from '../reading/file-check.ts';

/** The problems of a file with their positions. */
export function FaultList({ faults }: { faults: readonly FileFault[] }) {
  const { t, i18n } = useTranslation('imports');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <ul className={css['faults']}>
      {faults.map((fault) => (
        <li key={`${fault.code} ${fault.file ?? ''}`}>
          <ToolIcon name="alert" size={16} />
          <span>{formatFault(t, fault.code)}</span>
          <small>
            {formatPlace(t, fault, number)}
            {fault.count > 1 ? ` · ${t('check.faultCount', { count: fault.count })}` : ''}
          </small>
        </li>
      ))}
    </ul>
  );
}

function formatFault(t: TFunction<'imports'>, code: string): string {
  // Codes come from the readers and from the server: show an unknown code by name.
  return /^\w{1,60}$/.test(code)
    ? t(`fault.${code}` as 'fault.truncated', { defaultValue: t('fault.other', { code }) })
    : t('fault.other', { code: '?' });
}

function formatPlace(t: TFunction<'imports'>, fault: FileFault, number: Intl.NumberFormat): string {
  // A missing file has no byte position.
  if (fault.file !== undefined)
    return fault.byteOffset === 0
      ? fault.file
      : t('check.inFile', { file: fault.file, place: placeInFile(t, fault, number) });
  return placeInFile(t, fault, number);
}

function placeInFile(
  t: TFunction<'imports'>,
  { byteOffset, row, column, field }: FileFault,
  number: Intl.NumberFormat,
): string {
  const byte = number.format(byteOffset + 1);
  // A key of `imports.field`, from our own list.
  if (field !== undefined)
    return t('check.atField', { field: t(`field.${field}` as 'field.version'), byte });
  if (row !== undefined)
    return column === undefined
      ? t('check.atRow', { row: number.format(row) })
      : t('check.atRowColumn', { row: number.format(row), column });
  return t('check.atByte', { byte });
}
