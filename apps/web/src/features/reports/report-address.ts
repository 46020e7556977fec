import {
  isDateText,
  REPORT_TABLES,
  SEXES,
  type ReportFilter,
  type ReportPeriod,
  type ReportTableId,
} from '@yamori/domain';
import type { AddressChange, AddressValues } from '../../kit/url-state/use-url-params.ts';

/** The offered lengths; the address may hold any other. */
export const REPORT_NIGHTS = [7, 30, 90] as const;
const USUAL_NIGHTS = 7;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** An existing calendar day: JavaScript would shift an invalid one to the next month. */
const isDate = (text: string | undefined): text is string =>
  text !== undefined && DATE.test(text) && isDateText(text.replaceAll('-', '/'));
/** The text of a day field, in the format of the address; null if it is not a day. */
export const parseDate = (words: string): string | null => {
  const date = words.replaceAll('/', '-');
  return isDate(date) ? date : null;
};

const parseList = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : text.split(',').map((part) => decodeURIComponent(part));
/** Escapes commas within an item. */
const toText = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

/**
 * The filter in the address; drops invalid values.
 *
 * @param organisationId the default
 */
export function parseFilter(
  values: AddressValues,
  organisationId: string | null,
): ReportFilter | null {
  const domainId = values['organisation'] ?? organisationId;
  if (domainId === null || domainId === '') return null;
  return {
    domainId,
    roomIds: safely(values['room']),
    sexes: SEXES.filter((sex) => parseList(values['sex']).includes(sex)),
    tags: safely(values['tag']),
    period: parsePeriod(values),
  };
}

function safely(text: string | undefined): string[] {
  try {
    return parseList(text);
  } catch {
    // A stray % is not from us.
    return [];
  }
}

function parsePeriod({ from, to, nights }: AddressValues): ReportPeriod {
  if (isDate(from) && isDate(to)) return { kind: 'between', from, to };
  const count = Number(nights);
  return {
    kind: 'newest',
    nights: Number.isInteger(count) && count > 0 && count <= 100_000 ? count : USUAL_NIGHTS,
  };
}

/**
 * The address of a filter. Drops the id of a saved report, because the filter now differs from it.
 */
export function formatFilter(
  { domainId, roomIds, sexes, tags, period }: ReportFilter,
  organisationId: string | null,
): AddressChange {
  return {
    saved: undefined,
    organisation: domainId === organisationId ? undefined : domainId,
    room: toText(roomIds),
    sex: sexes.join(','),
    tag: toText(tags),
    ...(period.kind === 'between'
      ? { from: period.from, to: period.to, nights: undefined }
      : {
          from: undefined,
          to: undefined,
          nights: period.nights === USUAL_NIGHTS ? undefined : String(period.nights),
        }),
  };
}

export const parseTable = ({ table }: AddressValues): ReportTableId =>
  REPORT_TABLES.find((id) => id === table) ?? 'rooms';
