import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildBills,
  isSameBill,
  type BilledDay,
  type BilledPartner,
  type BillDraft,
} from './compose-bills.ts';
import { allocateDays, type ExistingBill } from './sort-days.ts';

const terms = {
  issuerName: 'I',
  registrationNumber: 'T9234567890123',
  address: '',
  contact: '',
  bank: '',
  dueDays: 30,
  unitPrice: 100,
  taxPercent: 10 as const,
  prices: [],
};
const partner: BilledPartner = {
  id: 'p',
  name: 'P',
  address: '',
  domainIds: ['akane'],
  margin: 0.1,
  state: 'active',
};
const typeNames = new Map([['bed', 'Bed']]);
const day = (serial: string, date: string, customerId = 'akane'): BilledDay => ({
  serial,
  typeId: 'bed',
  roomId: `room-${serial}`,
  roomName: serial,
  customerId,
  day: date,
});
const bill = (
  month: string,
  state: ExistingBill['state'],
  days: readonly BilledDay[],
  more: Partial<{
    partners: readonly BilledPartner[];
    unitPrice: number;
    late: readonly BilledDay[];
  }> = {},
): ExistingBill => {
  const partners = more.partners ?? [partner];
  const late = (more.late ?? []).map((each) => ({
    ...each,
    payer: { kind: 'partner' as const, id: 'p' },
    price: null,
  }));
  const [made] = buildBills({
    month,
    timeZone: 'Asia/Tokyo',
    terms: { ...terms, unitPrice: more.unitPrice ?? 100 },
    days,
    late,
    partners,
    customers: new Map(),
    typeNames,
  });
  return { ...(made ?? expect.fail('no bill')), state };
};
const sort = (
  month: string | null,
  days: readonly BilledDay[],
  bills: readonly ExistingBill[],
  partners: readonly BilledPartner[] = [partner],
) => allocateDays({ month, days, bills, partners, typeNames });
const FIRST = day('A', '2026-09-01');
const LATE = day('A', '2026-09-30');

describe('allocateDays', () => {
  it("a day belongs to its month until the payer's bill of that month is issued, then it is late", () => {
    expect(sort('2026-09', [FIRST, LATE], [])).toEqual({ own: [FIRST, LATE], late: [], open: [] });
    expect(sort('2026-10', [LATE], [bill('2026-09', 'draft', [FIRST])])).toEqual({
      own: [],
      late: [],
      open: [LATE],
    });
    const found = sort(
      '2026-10',
      [FIRST, LATE, day('A', '2026-10-01')],
      [bill('2026-09', 'issued', [FIRST], { unitPrice: 77 })],
    );
    expect(found).toEqual({
      own: [day('A', '2026-10-01')],
      late: [
        { ...LATE, payer: { kind: 'partner', id: 'p' }, price: { unitPrice: 77, taxPercent: 10 } },
      ],
      open: [],
    });
    expect(sort('2026-09', [LATE], [bill('2026-09', 'paid', [FIRST])])).toEqual({
      own: [],
      late: [],
      open: [],
    });
  });

  it('a late day on a draft of another month is not allocated again, except while that draft is rebuilt', () => {
    const bills = [
      bill('2026-09', 'issued', [FIRST]),
      bill('2026-10', 'draft', [], { late: [LATE] }),
    ];
    expect(sort(null, [FIRST, LATE], bills).late).toEqual([]);
    expect(sort('2026-11', [FIRST, LATE], bills).late).toEqual([]);
    expect(sort('2026-10', [FIRST, LATE], bills).late).toHaveLength(1);
  });

  it('a late day is billed to the payer of that month, or to the customer if the partner is inactive', () => {
    const direct = bill('2026-09', 'issued', [FIRST], { partners: [] });
    expect(sort('2026-10', [LATE], [direct]).late.map(({ payer }) => payer)).toEqual([
      { kind: 'customer', id: 'akane' },
    ]);
    const through = bill('2026-09', 'issued', [FIRST]);
    for (const partners of [
      [],
      [{ ...partner, state: 'ended' as const }],
      [{ ...partner, state: 'paused' as const }],
    ])
      expect(sort('2026-10', [LATE], [through], partners).late.map(({ payer }) => payer)).toEqual([
        { kind: 'customer', id: 'akane' },
      ]);
    expect(sort('2026-10', [day('M', '2026-09-03', 'mizuki')], [through])).toMatchObject({
      late: [],
      open: [{ serial: 'M' }],
    });
    // Another customer of the same partner, with late days only.
    expect(
      sort(
        '2026-10',
        [day('M', '2026-09-03', 'mizuki')],
        [through],
        [{ ...partner, domainIds: ['akane', 'mizuki'] }],
      ).late.map(({ payer }) => payer),
    ).toEqual([{ kind: 'partner', id: 'p' }]);
  });

  it('a late day costs the price of its type on the issued bill, even after types are renamed', () => {
    const issued = bill('2026-09', 'issued', [{ ...FIRST, serial: 'C', typeId: 'cup' }, FIRST], {
      unitPrice: 77,
    });
    const cheap: ExistingBill = {
      ...issued,
      lines: issued.lines.map((line) =>
        line.typeId === 'cup' ? { ...line, what: 'Bed', unitPrice: 5 } : line,
      ),
    };
    const renamed = new Map([
      ['bed', 'Another name'],
      ['cup', 'Bed'],
    ]);
    const findPrice = (bills: readonly ExistingBill[], names: ReadonlyMap<string, string>) =>
      allocateDays({ month: '2026-10', days: [LATE], bills, partners: [partner], typeNames: names })
        .late[0]?.price;
    expect(findPrice([cheap], renamed)).toEqual({ unitPrice: 77, taxPercent: 10 });
    // An old bill without type ids on its lines matches by name.
    const { typeId: _, ...old } =
      issued.lines.find((line) => line.typeId === 'bed') ?? expect.fail('no line');
    expect([
      findPrice([{ ...issued, lines: [old] }], typeNames),
      findPrice([{ ...issued, lines: [old] }], renamed),
    ]).toEqual([{ unitPrice: 77, taxPercent: 10 }, null]);
  });

  it("a late day whose type is not on the month's bills costs the current price", () => {
    const [late] = sort(
      '2026-10',
      [{ ...LATE, typeId: 'tea' }],
      [bill('2026-09', 'issued', [FIRST])],
    ).late;
    expect(late).toMatchObject({ price: null });
    const [made] = buildBills({
      month: '2026-10',
      timeZone: 'Asia/Tokyo',
      terms: { ...terms, prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 }] },
      days: [],
      late: late === undefined ? [] : [late],
      partners: [partner],
      customers: new Map(),
      typeNames,
    });
    expect(made?.lines[0]).toMatchObject({
      month: '2026-09',
      what: 'tea',
      unitPrice: 33,
      taxPercent: 8,
    });
  });
});

type Kept = ExistingBill & { readonly made: BillDraft };
const MONTHS = ['2026-08', '2026-09', '2026-10'];
const listDays = ({ month, lines }: ExistingBill): string[] =>
  lines.flatMap((line) =>
    line.evidence.flatMap(({ serial, days }) =>
      days.map((each) => `${serial} ${line.month ?? month}-${String(each).padStart(2, '0')}`),
    ),
  );

/** Bills of an agency, generated as on the server. A run may stop after any write. */
function openBooks() {
  let bills: Kept[] = [];
  const arrived = new Map<string, BilledDay>();
  const getKey = ({ month, recipient }: Pick<BillDraft, 'month' | 'recipient'>): string =>
    `${month} ${recipient.kind} ${recipient.id}`;
  const standing = () => bills.filter(({ state }) => state !== 'draft').flatMap(listDays);
  return {
    standing,
    everything: () => [...arrived.keys()].toSorted(),
    arrive: (each: BilledDay) => {
      arrived.set(`${each.serial} ${each.day}`, each);
    },
    generate(month: string, brokenAfter = Number.POSITIVE_INFINITY) {
      const days = [...arrived.values()].filter((each) => each.day.slice(0, 7) <= month);
      const { own, late } = sort(month, days, bills);
      const drafts = buildBills({
        month,
        timeZone: 'Asia/Tokyo',
        terms,
        days: own,
        late,
        partners: [partner],
        customers: new Map(),
        typeNames,
      });
      const wanted = drafts.filter(
        (made) => !bills.some((each) => each.state !== 'draft' && getKey(each) === getKey(made)),
      );
      const gone = bills.filter(
        (each) =>
          each.state === 'draft' &&
          each.month === month &&
          !wanted.some((made) => getKey(made) === getKey(each)),
      );
      const writes = [
        ...gone.map((each) => () => {
          bills = bills.filter((other) => other !== each);
        }),
        ...wanted.map((made) => () => {
          bills = [
            ...bills.filter((each) => each.state !== 'draft' || getKey(each) !== getKey(made)),
            { ...made, state: 'draft', made },
          ];
        }),
      ];
      for (const write of writes.slice(0, brokenAfter)) write();
      return wanted;
    },
    issue(index: number) {
      const drafts = bills.filter(({ state }) => state === 'draft');
      const draft = drafts[index % Math.max(1, drafts.length)];
      const taken = new Set(standing());
      if (draft === undefined || listDays(draft).some((each) => taken.has(each))) return;
      bills = bills.map((each) => (each === draft ? { ...each, state: 'issued' } : each));
    },
    remove(state: ExistingBill['state'], index: number) {
      const own = bills.filter((each) => each.state === state);
      bills = bills.filter((each) => each !== own[index % Math.max(1, own.length)]);
    },
    drafts: () => bills.filter(({ state }) => state === 'draft').length,
  };
}

describe("an agency's bills over time", () => {
  it('every day is billed exactly once, through late data, issues, cancellations and interrupted runs', () => {
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('arrive' as const),
        serial: fc.constantFrom('A', 'B', 'M'),
        month: fc.constantFrom(...MONTHS),
        date: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({
        kind: fc.constant('generate' as const),
        month: fc.constantFrom(...MONTHS),
        brokenAfter: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      }),
      fc.record({
        kind: fc.constantFrom('issue' as const, 'void' as const, 'drop' as const),
        index: fc.nat(5),
      }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const books = openBooks();
        for (const each of acts) {
          if (each.kind === 'arrive')
            books.arrive(
              day(
                each.serial,
                `${each.month}-0${each.date}`,
                each.serial === 'M' ? 'mizuki' : 'akane',
              ),
            );
          else if (each.kind === 'generate') {
            const first = books.generate(each.month, each.brokenAfter);
            // A rerun gives the same result as an uninterrupted run.
            const again = books.generate(each.month);
            expect(
              again.length === first.length &&
                again.every((made, index) => isSameBill(made, first[index] ?? made)),
            ).toBe(true);
          } else if (each.kind === 'issue') books.issue(each.index);
          else books.remove(each.kind === 'void' ? 'issued' : 'draft', each.index);
          expect(new Set(books.standing()).size).toBe(books.standing().length);
        }
        for (const month of [...MONTHS, '2026-11']) {
          books.generate(month);
          while (books.drafts() > 0) {
            const before = books.drafts();
            books.issue(0);
            if (books.drafts() === before) books.remove('draft', 0);
          }
        }
        books.generate('2026-12');
        while (books.drafts() > 0) books.issue(0);
        expect(books.standing().toSorted()).toEqual(books.everything());
      }),
      { numRuns: 150 },
    );
  });
});
