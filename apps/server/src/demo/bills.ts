import {
  encodeFields,
  fromLocalTime,
  monthsLater,
  type BillState,
  type Write,
} from '@yamori/domain';
import type { Logger } from 'pino';
import { DOMAIN_IDS } from './domains.ts';
import { pastMonths } from './months.ts';
import { BILL_WORDS, DOMAIN_WORDS } from './locales/ward-words.ts';

type BillSeen = {
  readonly billId: string;
  readonly month: string;
  readonly state: BillState;
  readonly updatedAt: Date;
};

/** Billing actions of the agency's staff, each at a given time. */
type BillActs = {
  /** The bills of all months. */
  readonly all: () => Promise<readonly BillSeen[]>;
  readonly generate: (month: string, at: Date) => Promise<unknown>;
  readonly issue: (billId: string, updatedAt: Date, at: Date) => Promise<unknown>;
  readonly pay: (billId: string, paidOn: string, at: Date) => Promise<void>;
};

type DemoBillsContext = {
  readonly now: () => Date;
  readonly timeZone: string;
  readonly log: Logger;
  readonly present: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly commit: (writes: readonly Write[]) => Promise<void>;
  /** Stores device days of the previous months. */
  readonly fillMonths: () => Promise<number>;
  readonly bills: BillActs;
  /** Aborted when the server stops. */
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
};

const TERMS = `domain/${DOMAIN_IDS.agency}/billTerms/current`;
const PARTNER = `domain/${DOMAIN_IDS.agency}/partner/demo-partner`;

/**
 * Bills of the agency's last months. The month before last is paid. The last month has drafts and
 * one unpaid bill. Also creates the billing terms and a partner of one of the homes. An interrupted
 * run is completed by the next one.
 */
export async function seedBills({
  now,
  timeZone,
  log,
  present,
  commit,
  fillMonths,
  bills,
  signal,
}: DemoBillsContext): Promise<void> {
  const existing = await present([TERMS, PARTNER]);
  const existingBills = await bills.all();
  if (isDone(existingBills)) return;
  // Bills are computed from these days.
  const days = existingBills.length === 0 ? await fillMonths() : 0;
  const missing = [createPartner(), createTerms()].filter(({ path }) => !existing.has(path));
  if (missing.length > 0) await commit(missing);
  const [older = '', newer = ''] = pastMonths(now(), timeZone);
  const at = (month: string, day: number): Date =>
    new Date(
      Math.min(
        now().getTime(),
        fromLocalTime(
          `${monthsLater(month, 1)}-${String(day).padStart(2, '0')}T10:00:00`,
          timeZone,
        ),
      ),
    );
  const readMonth = async (month: string): Promise<BillSeen[]> =>
    (await bills.all()).filter((bill) => bill.month === month);
  signal.throwIfAborted();
  await bills.generate(older, at(older, 2));
  for (const { billId, state, updatedAt } of await readMonth(older)) {
    signal.throwIfAborted();
    if (state === 'draft') await bills.issue(billId, updatedAt, at(older, 2));
    signal.throwIfAborted();
    if (state !== 'paid') await bills.pay(billId, `${monthsLater(older, 1)}-20`, at(older, 20));
  }
  signal.throwIfAborted();
  await bills.generate(newer, at(newer, 2));
  signal.throwIfAborted();
  for (const { billId, updatedAt } of (await readMonth(newer)).slice(0, 1))
    await bills.issue(billId, updatedAt, at(newer, 2));
  log.info({ days, months: [older, newer] }, 'demo bills seeded');
}

const createTerms = (): Write => ({
  kind: 'create',
  path: TERMS,
  data: encodeFields(
    {
      issuerName: DOMAIN_WORDS.agency.name,
      registrationNumber: 'T9234567890123',
      ...BILL_WORDS.terms,
      dueDays: 30,
      unitPrice: 120,
      taxPercent: 10,
      prices: [
        { typeId: 'bed-multi', unitPrice: 180, taxPercent: 10 },
        { typeId: 'button', unitPrice: 20, taxPercent: 10 },
      ],
    },
    false,
  ),
});

const createPartner = (): Write => ({
  kind: 'create',
  path: PARTNER,
  data: encodeFields(
    {
      code: 'demo-partner',
      ...BILL_WORDS.partner,
      email: 'partner@demo.example',
      phone: '042-000-0000',
      domainIds: [DOMAIN_IDS.mizuki],
      margin: 0.12,
      state: 'active',
    },
    false,
  ),
});

/** Issuing a bill of the newer month is the last step. */
function isDone(bills: readonly BillSeen[]): boolean {
  const months = bills.map(({ month }) => month).toSorted();
  const [oldest, newest] = [months[0], months.at(-1)];
  return (
    oldest !== newest && bills.some(({ month, state }) => month === newest && state !== 'draft')
  );
}
