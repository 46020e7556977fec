import {
  localDate,
  monthDays,
  type BillEvidence,
  type BillLine,
  type BillPaperKind,
  type DataOf,
} from '@yamori/domain';
import { readPaperFonts } from '../../core/pdf/paper-fonts.ts';
import { openPaper, PAPER, type Paper } from '../../core/pdf/paper.ts';
import { PAPER_WORDS as WORDS } from './text/ja/paper-words.ts';

type Bill = DataOf<'bill'>;
const HALF = (PAPER.width - 2 * PAPER.margin) / 2;
const LEFT = { x: PAPER.margin, width: HALF - 12 } as const;
const RIGHT = { x: PAPER.margin + HALF + 12, width: HALF - 12 } as const;

/** Whole yen with a sign of their own: what is taken back stands with a minus. */
const yen = (amount: number): string => `${amount < 0 ? '-' : ''}¥${grouped(Math.abs(amount))}`;
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
const dayWords = (date: string): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return WORDS.date(year, month, day);
};

/** The pages of a bill, or of the paper that takes it back: the same bill gives the same bytes. */
export async function drawBill(bill: Bill, kind: BillPaperKind): Promise<Uint8Array> {
  const title = kind === 'bill' ? WORDS.bill : WORDS.cancellation;
  const number = numberOf(bill, kind);
  const days = monthDays(bill.month, bill.timeZone);
  const paper = openPaper({
    title: number === null ? title : `${title} ${number}`,
    author: bill.issuer.name,
    fonts: readPaperFonts(),
    // A draft has no day of its own; its month has ended.
    createdAt: issuedAt(bill, kind) ?? new Date(days.at(-1)?.toMs ?? 0),
    mark: bill.state === 'draft' ? WORDS.draft : undefined,
    foot: (page, pages) =>
      WORDS.foot(
        bill.issuer.name,
        number === null ? WORDS.draft : `${title} ${number}`,
        page,
        pages,
      ),
  });
  drawHead(paper, bill, kind);
  drawSum(paper, bill, kind);
  drawLines(paper, bill, kind);
  drawRates(paper, bill, kind);
  drawNotes(paper, bill, kind);
  if (kind === 'bill') drawProof(paper, bill);
  return paper.bytes();
}

const numberOf = (bill: Bill, kind: BillPaperKind): string | null =>
  (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? null;
const issuedAt = (bill: Bill, kind: BillPaperKind): Date | null =>
  kind === 'bill' ? bill.issuedAt : (bill.cancellation?.issuedAt ?? null);
const dateOf = (at: Date, { timeZone }: Bill): string =>
  dayWords(localDate(at.getTime(), timeZone));
/** What is taken back is said below zero. */
const signOf = (kind: BillPaperKind): 1 | -1 => (kind === 'bill' ? 1 : -1);

function drawHead(paper: Paper, bill: Bill, kind: BillPaperKind): void {
  const { issuer, recipient, registrationNumber } = bill;
  const at = issuedAt(bill, kind);
  paper.text(kind === 'bill' ? WORDS.bill : WORDS.cancellation, paper.inner, {
    size: 20,
    font: 'bold',
    align: 'center',
  });
  paper.gap(18);
  const top = paper.y();
  paper.text(
    `${recipient.name} ${recipient.isPerson ? WORDS.toPerson : WORDS.toOrganisation}`,
    LEFT,
    { size: 13, font: 'bold' },
  );
  paper.rule(LEFT, 'strong');
  paper.gap(5);
  if (recipient.address !== '') paper.text(recipient.address, LEFT);
  paper.gap(10);
  paper.text(kind === 'bill' ? WORDS.asked : WORDS.takenBack, LEFT);
  const leftEnd = paper.y();
  paper.moveTo(top);
  paper.text(WORDS.pair(WORDS.number, numberOf(bill, kind) ?? WORDS.draft), RIGHT, {
    align: 'right',
  });
  if (at !== null)
    paper.text(WORDS.pair(WORDS.issuedOn, dateOf(at, bill)), RIGHT, { align: 'right' });
  paper.gap(8);
  paper.text(issuer.name, RIGHT, { size: 11, font: 'bold' });
  paper.text(WORDS.pair(WORDS.registrationNumber, registrationNumber), RIGHT);
  if (issuer.address !== '') paper.text(issuer.address, RIGHT);
  if (issuer.contact !== '') paper.text(WORDS.pair(WORDS.contact, issuer.contact), RIGHT);
  paper.moveTo(Math.max(leftEnd, paper.y()) + 16);
}

function drawSum(paper: Paper, bill: Bill, kind: BillPaperKind): void {
  const place = { x: PAPER.margin, width: HALF + 40 };
  paper.box(place, 40);
  const top = paper.y();
  paper.moveTo(top + 13);
  paper.text(
    kind === 'bill' ? WORDS.total : WORDS.totalBack,
    { x: place.x + 10, width: 120 },
    { size: 10 },
    true,
  );
  paper.moveTo(top + 8);
  paper.text(
    yen(bill.total * signOf(kind)),
    { x: place.x + 120, width: place.width - 132 },
    { size: 18, font: 'bold', align: 'right' },
  );
  paper.moveTo(top + 50);
  const days = monthDays(bill.month, bill.timeZone);
  paper.text(
    WORDS.pair(
      WORDS.period,
      WORDS.span(dayWords(days[0]?.day ?? ''), dayWords(days.at(-1)?.day ?? '')),
    ),
    paper.inner,
  );
  if (kind === 'bill' && bill.dueAt !== null)
    paper.text(WORDS.pair(WORDS.dueOn, dateOf(bill.dueAt, bill)), paper.inner);
  if (kind === 'cancellation' && bill.issuedAt !== null) {
    paper.text(
      WORDS.pair(
        WORDS.of,
        WORDS.ofBill(bill.number ?? '', `${WORDS.issuedOn} ${dateOf(bill.issuedAt, bill)}`),
      ),
      paper.inner,
    );
    paper.text(WORDS.pair(WORDS.reason, bill.cancellation?.reason ?? ''), paper.inner);
  }
  paper.gap(12);
}

function drawLines(paper: Paper, { lines }: Bill, kind: BillPaperKind): void {
  const sign = signOf(kind);
  paper.table({
    ...paper.inner,
    rows: lines.map((line) => rowOf(line, sign)),
    columns: [
      { head: WORDS.what, share: 38 },
      { head: WORDS.customer, share: 30 },
      { head: WORDS.quantity, share: 15, align: 'right' },
      { head: WORDS.unitPrice, share: 12, align: 'right' },
      { head: WORDS.amount, share: 18, align: 'right' },
      { head: WORDS.rate, share: 9, align: 'right' },
    ],
  });
  paper.gap(10);
}

/** The item, and below it the month whose bill it came too late for. */
const itemOf = ({ what, month }: BillLine, between: string): string =>
  month === undefined
    ? WORDS.deviceDays(what)
    : `${WORDS.deviceDays(what)}${between}${WORDS.late(...yearAndMonth(month))}`;
const yearAndMonth = (month: string): [number, number] => [
  Number(month.slice(0, 4)),
  Number(month.slice(5)),
];

function rowOf(line: BillLine, sign: 1 | -1): readonly string[] {
  const { kind, customerName, quantity, unitPrice, amount, taxPercent } = line;
  const rate = `${taxPercent === 8 ? WORDS.reducedMark : ''}${taxPercent}%`;
  if (kind === 'margin') return [WORDS.margin, customerName, '', '', yen(amount * sign), rate];
  return [
    itemOf(line, '\n'),
    customerName,
    WORDS.days(grouped(quantity * sign)),
    yen(unitPrice),
    yen(amount * sign),
    rate,
  ];
}

function drawRates(paper: Paper, { tax, subtotal, total }: Bill, kind: BillPaperKind): void {
  const sign = signOf(kind);
  const rows: (readonly [string, number, boolean?])[] = [
    [WORDS.subtotal, subtotal * sign],
    ...tax.flatMap(({ percent, subtotal: ofRate, amount }): (readonly [string, number])[] => [
      [WORDS.rateSubtotal(percent), ofRate * sign],
      [WORDS.rateTax(percent), amount * sign],
    ]),
    [kind === 'bill' ? WORDS.total : WORDS.totalBack, total * sign, true],
  ];
  paper.need(rows.length * 20);
  const place = { x: PAPER.margin + HALF, width: HALF };
  for (const [words, amount, isLast] of rows) {
    const font = isLast === true ? 'bold' : 'regular';
    paper.gap(4);
    paper.text(words, { x: place.x + 4, width: place.width / 2 + 10 }, { font }, true);
    paper.text(
      yen(amount),
      { x: place.x + place.width / 2, width: place.width / 2 - 4 },
      { font, align: 'right' },
    );
    paper.gap(2);
    paper.rule(place, isLast === true ? 'strong' : 'line');
  }
  paper.gap(14);
}

function drawNotes(paper: Paper, { issuer, lines }: Bill, kind: BillPaperKind): void {
  if (kind === 'bill' && issuer.bank !== '') {
    paper.text(WORDS.bank, paper.inner, { font: 'bold' });
    paper.text(issuer.bank, paper.inner);
    paper.gap(8);
  }
  const notes = [
    WORDS.rounding,
    WORDS.deviceDayNote,
    ...(lines.some(({ month }) => month !== undefined) ? [WORDS.lateNote] : []),
    ...(lines.some(({ taxPercent }) => taxPercent === 8) ? [WORDS.reducedNote] : []),
  ];
  for (const note of notes) paper.text(note, paper.inner, { size: 8, tone: 'quiet' });
}

/** On pages of its own: which device stood where on which days. */
function drawProof(paper: Paper, { lines }: Bill): void {
  const proved = lines.filter(({ evidence }) => evidence.length > 0);
  if (proved.length === 0) return;
  paper.newPage();
  paper.text(WORDS.proof, paper.inner, { size: 14, font: 'bold' });
  paper.text(WORDS.proofNote, paper.inner, { size: 8, tone: 'quiet' });
  for (const line of proved) {
    const { customerName, quantity, evidence } = line;
    paper.gap(10);
    paper.need(80);
    paper.text(
      WORDS.proofOf(customerName, itemOf(line, '　'), WORDS.days(grouped(quantity))),
      paper.inner,
      { font: 'bold' },
    );
    paper.gap(3);
    paper.table({
      ...paper.inner,
      size: 8,
      rows: evidence.map(({ serial, roomName, days }) => [
        serial,
        roomName,
        grouped(days.length),
        spansOf(days),
      ]),
      columns: [
        { head: WORDS.device, share: 32 },
        { head: WORDS.room, share: 16 },
        { head: WORDS.dayCount, share: 8, align: 'right' },
        { head: WORDS.dayNumbers, share: 44 },
      ],
    });
  }
}

/** `1-5, 8, 10-31` */
function spansOf(days: BillEvidence['days']): string {
  const spans: [number, number][] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else spans.push([day, day]);
  }
  return spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
