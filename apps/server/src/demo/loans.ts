import { daysLater, fromLocalTime, localDate } from '@yamori/domain';
import { DOMAIN_IDS, findRoot, type DomainKey } from './domains.ts';
import { LOAN_NOTES } from './locales/ward-words.ts';

type Fields = Readonly<Record<string, unknown>>;
type Planned = {
  readonly number: number;
  readonly borrower: DomainKey;
  readonly note: keyof typeof LOAN_NOTES;
  /** Days after the first start. */
  readonly from: number;
  readonly until: number;
  readonly returned: number | null;
};

const ZONE = 'Asia/Tokyo';
const SPARES = 4;

// One loan of each state: overdue, current, planned and returned.
const PLANS: readonly Planned[] = [
  { number: 1, borrower: 'akane', note: 'trial', from: -34, until: -4, returned: null },
  { number: 2, borrower: 'mizuki', note: 'repair', from: -9, until: 12, returned: null },
  { number: 3, borrower: 'akane', note: 'spare', from: -30, until: -10, returned: -11 },
  { number: 3, borrower: 'mizuki', note: 'trial', from: 5, until: 33, returned: null },
];

const formatSerial = (number: number): string => `DEMO-SPARE-${number}`;

/** Devices of the maker that are in no room and are not simulated. */
export const spareDevices = (): (readonly [path: string, fields: Fields])[] =>
  Array.from({ length: SPARES }, (_, index) => [
    `device/${formatSerial(index + 1)}`,
    {
      serial: formatSerial(index + 1),
      typeId: 'bed-multi',
      domainId: DOMAIN_IDS.maker,
      rootDomainId: findRoot('maker'),
      roomId: null,
      firmware: '1.4.2',
      connection: 'network',
    },
  ]);

export const loanDocuments = (now: Date): (readonly [path: string, fields: Fields])[] => {
  // Loans start and end at midnight.
  const at = (days: number): Date =>
    new Date(fromLocalTime(`${daysLater(localDate(now.getTime(), ZONE), days)}T00:00:00`, ZONE));
  return PLANS.map(({ number, borrower, note, from, until, returned }, index) => [
    `deviceLoan/demo-${index + 1}`,
    {
      serial: formatSerial(number),
      fromDomainId: DOMAIN_IDS.maker,
      toDomainId: DOMAIN_IDS[borrower],
      from: at(from),
      until: at(until),
      returnedAt: returned === null ? null : at(returned),
      note: LOAN_NOTES[note],
    },
  ]);
};
