import {
  localDate,
  monthDays,
  type BillEvidence,
  type BillLine,
  type BillPaperKind,
  type DocumentData,
} from '@yamori/domain';
import { readPdfFonts } from '../../core/pdf/pdf-fonts.ts';
import { createPdfDocument, PAGE, type PdfDocument } from '../../core/pdf/pdf-document.ts';
import { PAPER_WORDS as WORDS } from './locales/ja/paper-words.ts';

type Bill = DocumentData<'bill'>;
const HALF = (PAGE.width - 2 * PAGE.margin) / 2;
const LEFT = { x: PAGE.margin, width: HALF - 12 } as const;
const RIGHT = { x: PAGE.margin + HALF + 12, width: HALF - 12 } as const;

/** Formats whole yen, with the minus sign before the currency sign. */
const formatYen = (amount: number): string =>
  `${amount < 0 ? '-' : ''}¥${groupDigits(Math.abs(amount))}`;
const groupDigits = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
const formatDay = (date: string): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return WORDS.date(year, month, day);
};

/** Draws a bill or its credit note as PDF. The same bill always gives the same bytes. */
export async function drawBill(bill: Bill, kind: BillPaperKind): Promise<Uint8Array> {
  const title = kind === 'bill' ? WORDS.bill : WORDS.cancellation;
  const number = getNumber(bill, kind);
  const days = monthDays(bill.month, bill.timeZone);
  const pdf = createPdfDocument({
    title: number === null ? title : `${title} ${number}`,
    author: bill.issuer.name,
    fonts: readPdfFonts(),
    // A draft has no date of issue; use the end of its month.
    createdAt: getIssuedAt(bill, kind) ?? new Date(days.at(-1)?.toMs ?? 0),
    mark: bill.state === 'draft' ? WORDS.draft : undefined,
    foot: (page, pages) =>
      WORDS.foot(
        bill.issuer.name,
        number === null ? WORDS.draft : `${title} ${number}`,
        page,
        pages,
      ),
  });
  drawHead(pdf, bill, kind);
  drawSum(pdf, bill, kind);
  drawLines(pdf, bill, kind);
  drawRates(pdf, bill, kind);
  drawNotes(pdf, bill, kind);
  if (kind === 'bill') drawEvidence(pdf, bill);
  return pdf.bytes();
}

const getNumber = (bill: Bill, kind: BillPaperKind): string | null =>
  (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? null;
const getIssuedAt = (bill: Bill, kind: BillPaperKind): Date | null =>
  kind === 'bill' ? bill.issuedAt : (bill.cancellation?.issuedAt ?? null);
const formatDate = (at: Date, { timeZone }: Bill): string =>
  formatDay(localDate(at.getTime(), timeZone));
/** A credit note shows negative amounts. */
const getSign = (kind: BillPaperKind): 1 | -1 => (kind === 'bill' ? 1 : -1);

function drawHead(pdf: PdfDocument, bill: Bill, kind: BillPaperKind): void {
  const { issuer, recipient, registrationNumber } = bill;
  const at = getIssuedAt(bill, kind);
  pdf.text(kind === 'bill' ? WORDS.bill : WORDS.cancellation, pdf.inner, {
    size: 20,
    font: 'bold',
    align: 'center',
  });
  pdf.gap(18);
  const top = pdf.y();
  pdf.text(
    `${recipient.name} ${recipient.isPerson ? WORDS.toPerson : WORDS.toOrganisation}`,
    LEFT,
    { size: 13, font: 'bold' },
  );
  pdf.rule(LEFT, 'strong');
  pdf.gap(5);
  if (recipient.address !== '') pdf.text(recipient.address, LEFT);
  pdf.gap(10);
  pdf.text(kind === 'bill' ? WORDS.asked : WORDS.takenBack, LEFT);
  const leftEnd = pdf.y();
  pdf.moveTo(top);
  pdf.text(WORDS.pair(WORDS.number, getNumber(bill, kind) ?? WORDS.draft), RIGHT, {
    align: 'right',
  });
  if (at !== null)
    pdf.text(WORDS.pair(WORDS.issuedOn, formatDate(at, bill)), RIGHT, { align: 'right' });
  pdf.gap(8);
  pdf.text(issuer.name, RIGHT, { size: 11, font: 'bold' });
  pdf.text(WORDS.pair(WORDS.registrationNumber, registrationNumber), RIGHT);
  if (issuer.address !== '') pdf.text(issuer.address, RIGHT);
  if (issuer.contact !== '') pdf.text(WORDS.pair(WORDS.contact, issuer.contact), RIGHT);
  pdf.moveTo(Math.max(leftEnd, pdf.y()) + 16);
}

function drawSum(pdf: PdfDocument, bill: Bill, kind: BillPaperKind): void {
  const place = { x: PAGE.margin, width: HALF + 40 };
  pdf.box(place, 40);
  const top = pdf.y();
  pdf.moveTo(top + 13);
  pdf.text(
    kind === 'bill' ? WORDS.total : WORDS.totalBack,
    { x: place.x + 10, width: 120 },
    { size: 10 },
    true,
  );
  pdf.moveTo(top + 8);
  pdf.text(
    formatYen(bill.total * getSign(kind)),
    { x: place.x + 120, width: place.width - 132 },
    { size: 18, font: 'bold', align: 'right' },
  );
  pdf.moveTo(top + 50);
  const days = monthDays(bill.month, bill.timeZone);
  pdf.text(
    WORDS.pair(
      WORDS.period,
      WORDS.span(formatDay(days[0]?.day ?? ''), formatDay(days.at(-1)?.day ?? '')),
    ),
    pdf.inner,
  );
  if (kind === 'bill' && bill.dueAt !== null)
    pdf.text(WORDS.pair(WORDS.dueOn, formatDate(bill.dueAt, bill)), pdf.inner);
  if (kind === 'cancellation' && bill.issuedAt !== null) {
    pdf.text(
      WORDS.pair(
        WORDS.of,
        WORDS.ofBill(bill.number ?? '', `${WORDS.issuedOn} ${formatDate(bill.issuedAt, bill)}`),
      ),
      pdf.inner,
    );
    pdf.text(WORDS.pair(WORDS.reason, bill.cancellation?.reason ?? ''), pdf.inner);
  }
  pdf.gap(12);
}

function drawLines(pdf: PdfDocument, { lines }: Bill, kind: BillPaperKind): void {
  const sign = getSign(kind);
  pdf.table({
    ...pdf.inner,
    rows: lines.map((line) => toRow(line, sign)),
    columns: [
      { head: WORDS.what, share: 38 },
      { head: WORDS.customer, share: 30 },
      { head: WORDS.quantity, share: 15, align: 'right' },
      { head: WORDS.unitPrice, share: 12, align: 'right' },
      { head: WORDS.amount, share: 18, align: 'right' },
      { head: WORDS.rate, share: 9, align: 'right' },
    ],
  });
  pdf.gap(10);
}

/** Names the item and, for late days, the month to which they belong. */
const formatItem = ({ what, month }: BillLine, between: string): string =>
  month === undefined
    ? WORDS.deviceDays(what)
    : `${WORDS.deviceDays(what)}${between}${WORDS.late(...yearAndMonth(month))}`;
const yearAndMonth = (month: string): [number, number] => [
  Number(month.slice(0, 4)),
  Number(month.slice(5)),
];

function toRow(line: BillLine, sign: 1 | -1): readonly string[] {
  const { kind, customerName, quantity, unitPrice, amount, taxPercent } = line;
  const rate = `${taxPercent === 8 ? WORDS.reducedMark : ''}${taxPercent}%`;
  if (kind === 'margin')
    return [WORDS.margin, customerName, '', '', formatYen(amount * sign), rate];
  return [
    formatItem(line, '\n'),
    customerName,
    WORDS.days(groupDigits(quantity * sign)),
    formatYen(unitPrice),
    formatYen(amount * sign),
    rate,
  ];
}

function drawRates(pdf: PdfDocument, { tax, subtotal, total }: Bill, kind: BillPaperKind): void {
  const sign = getSign(kind);
  const rows: (readonly [string, number, boolean?])[] = [
    [WORDS.subtotal, subtotal * sign],
    ...tax.flatMap(({ percent, subtotal: ofRate, amount }): (readonly [string, number])[] => [
      [WORDS.rateSubtotal(percent), ofRate * sign],
      [WORDS.rateTax(percent), amount * sign],
    ]),
    [kind === 'bill' ? WORDS.total : WORDS.totalBack, total * sign, true],
  ];
  pdf.need(rows.length * 20);
  const place = { x: PAGE.margin + HALF, width: HALF };
  for (const [label, amount, isLast] of rows) {
    const font = isLast === true ? 'bold' : 'regular';
    pdf.gap(4);
    pdf.text(label, { x: place.x + 4, width: place.width / 2 + 10 }, { font }, true);
    pdf.text(
      formatYen(amount),
      { x: place.x + place.width / 2, width: place.width / 2 - 4 },
      { font, align: 'right' },
    );
    pdf.gap(2);
    pdf.rule(place, isLast === true ? 'strong' : 'line');
  }
  pdf.gap(14);
}

function drawNotes(pdf: PdfDocument, { issuer, lines }: Bill, kind: BillPaperKind): void {
  if (kind === 'bill' && issuer.bank !== '') {
    pdf.text(WORDS.bank, pdf.inner, { font: 'bold' });
    pdf.text(issuer.bank, pdf.inner);
    pdf.gap(8);
  }
  const notes = [
    WORDS.rounding,
    WORDS.deviceDayNote,
    ...(lines.some(({ month }) => month !== undefined) ? [WORDS.lateNote] : []),
    ...(lines.some(({ taxPercent }) => taxPercent === 8) ? [WORDS.reducedNote] : []),
  ];
  for (const note of notes) pdf.text(note, pdf.inner, { size: 8, tone: 'quiet' });
}

/** Draws the evidence on separate pages: which device was in which room on which days. */
function drawEvidence(pdf: PdfDocument, { lines }: Bill): void {
  const linesWithEvidence = lines.filter(({ evidence }) => evidence.length > 0);
  if (linesWithEvidence.length === 0) return;
  pdf.newPage();
  pdf.text(WORDS.proof, pdf.inner, { size: 14, font: 'bold' });
  pdf.text(WORDS.proofNote, pdf.inner, { size: 8, tone: 'quiet' });
  for (const line of linesWithEvidence) {
    const { customerName, quantity, evidence } = line;
    pdf.gap(10);
    pdf.need(80);
    pdf.text(
      WORDS.evidenceLine(customerName, formatItem(line, '　'), WORDS.days(groupDigits(quantity))),
      pdf.inner,
      { font: 'bold' },
    );
    pdf.gap(3);
    pdf.table({
      ...pdf.inner,
      size: 8,
      rows: evidence.map(({ serial, roomName, days }) => [
        serial,
        roomName,
        groupDigits(days.length),
        formatRanges(days),
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

/** Formats days of the month as ranges, such as `1-5, 8, 10-31`. */
function formatRanges(days: BillEvidence['days']): string {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
