import type { ExportTask } from './export-context.ts';
import { createLocalText } from './local-text.ts';

const SEXES: Readonly<Record<string, string>> = { female: 'F', male: 'M' };

/**
 * Builds the EDF+ header fields for patient and recording: a code, personal data only if the export
 * includes it, and the time zone.
 */
export function edfSubject(
  { subject, timeZone }: ExportTask,
  startUs: number,
): { readonly patient: string; readonly equipment: string; readonly more: string } {
  const { code, person } = subject;
  const plain = (text: string): string =>
    /^[\u0021-\u007e ]+$/.test(text) ? text.trim().replaceAll(' ', '_') : 'X';
  const patient =
    person === null
      ? `${code} X X X`
      : `${code} ${SEXES[person.sex] ?? 'X'} X ${plain(person.alias)}`;
  return {
    patient,
    equipment: 'Yamori',
    more: `UTC${createLocalText(timeZone).offset(startUs)} ${timeZone}`,
  };
}
