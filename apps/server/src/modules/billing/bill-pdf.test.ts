import { billCollection, type DocumentData } from '@yamori/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { drawBill } from './bill-pdf.ts';

const day = (serial: string, days: number[]) => ({
  serial,
  roomId: 'r',
  roomName: '201号室',
  days,
});
const bill = (more: object = {}): DocumentData<'bill'> =>
  billCollection.schema.parse({
    number: '000012',
    month: '2028-02',
    recipient: { kind: 'customer', id: 'c', name: '高橋', isPerson: true },
    issuer: { name: '発行者', address: '〒100-0001\n東京都', bank: '銀行' },
    registrationNumber: 'T9234567890123',
    lines: [
      {
        kind: 'deviceDays',
        what: 'ベッド',
        customerId: 'c',
        customerName: '自宅',
        quantity: 29,
        unitPrice: 1234,
        amount: 35786,
        taxPercent: 10,
        evidence: [day('A-1', [1, 2, 3, 5, 29])],
      },
      {
        kind: 'deviceDays',
        what: '飲料',
        customerId: 'c',
        customerName: '自宅',
        quantity: 1,
        unitPrice: 12,
        amount: 12,
        taxPercent: 8,
        evidence: [day('A-2', [1])],
      },
      {
        kind: 'margin',
        what: '',
        customerId: 'p',
        customerName: '取次店',
        quantity: 1,
        unitPrice: -786,
        amount: -786,
        taxPercent: 10,
      },
    ],
    subtotal: 35012,
    tax: [
      { percent: 10, subtotal: 35000, amount: 3500 },
      { percent: 8, subtotal: 12, amount: 0 },
    ],
    total: 38512,
    state: 'issued',
    issuedAt: new Date('2028-02-29T15:00:00Z'),
    dueAt: new Date('2028-03-30T15:00:00Z'),
    ...more,
  });
const readPages = async (...asked: Parameters<typeof drawBill>): Promise<string[]> =>
  (await extractText(await getDocumentProxy(Uint8Array.from(await drawBill(...asked))))).text;

describe('drawBill', () => {
  it('shows what a qualified invoice requires: issuer, number, local dates, items, amounts, tax by rate and recipient', async () => {
    const [first = '', proof = ''] = await readPages(bill(), 'bill');
    for (const words of [
      '高橋 様',
      '発行者',
      'T9234567890123',
      '番号：000012',
      '発行日：2028年3月1日',
      'お支払期限：2028年3月31日',
      '2028年2月1日 ～ 2028年2月29日',
      'ベッド 見守り利用料',
      '29 台日',
      '¥1,234',
      '¥35,786',
      '取次手数料',
      '-¥786',
      '10% 対象',
      '¥35,000',
      '¥3,500',
      '8% 対象',
      '¥12',
      '※8%',
      '軽減税率',
      '¥38,512',
      '1円未満を切り捨て',
    ])
      expect(first).toContain(words);
    expect(first).not.toContain('御中');
    for (const words of ['A-1', '201号室', '1-3, 5, 29', '2 / 2']) expect(proof).toContain(words);
  });

  it('writes 御中 after the name of an organisation and omits the note on reduced tax if no item has it', async () => {
    const [first = ''] = await readPages(
      bill({ recipient: { kind: 'partner', id: 'p', name: '販売' }, lines: [], tax: [] }),
      'bill',
    );
    expect(first).toContain('販売 御中');
    expect(first).not.toContain('軽減税率');
  });

  it("draws a credit note with the bill's number, the reason and negative amounts", async () => {
    const pages = await readPages(
      bill({
        state: 'void',
        cancellation: {
          number: '000013',
          issuedAt: new Date('2028-03-05T00:00:00Z'),
          reason: '二重',
        },
      }),
      'cancellation',
    );
    expect(pages).toHaveLength(1);
    for (const words of [
      '請求取消通知書',
      '番号：000013',
      '発行日：2028年3月5日',
      '000012（発行日 2028年3月1日）',
      '二重',
      '-29 台日',
      '-¥35,786',
      '-¥3,500',
      '-¥38,512',
      '¥786',
    ])
      expect(pages[0]).toContain(words);
    expect(pages[0]).not.toContain('銀行');
  });

  it.each([
    ['bill', {}],
    ['bill', { state: 'draft', number: undefined, issuedAt: null, dueAt: null }],
  ] as const)('returns the same bytes for the same document: %s', async (kind, more) => {
    const [one, another] = [await drawBill(bill(more), kind), await drawBill(bill(more), kind)];
    expect(Buffer.compare(one, another)).toBe(0);
  });

  it('draws hundreds of devices and names of maximum length', async () => {
    const evidence = Array.from({ length: 600 }, (_, index) => day(`S-${index}`, [1, 3, 5, 7, 9]));
    const pages = await readPages(
      bill({
        recipient: { kind: 'customer', id: 'c', name: '名'.repeat(120), address: '住'.repeat(400) },
        lines: [
          {
            kind: 'deviceDays',
            what: '品'.repeat(200),
            customerId: 'c',
            customerName: '客'.repeat(120),
            quantity: 3000,
            unitPrice: 1,
            amount: 3000,
            taxPercent: 10,
            evidence,
          },
        ],
      }),
      'bill',
    );
    expect(pages.join(' ')).toContain('S-599');
    expect(pages.length).toBeGreaterThan(10);
  });
});
