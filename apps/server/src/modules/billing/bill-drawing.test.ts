import { billCollection, type DocumentData } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createBillTurns, drawPaper } from './bill-drawing.ts';
import { drawBill } from './bill-pdf.ts';

const bill = (devices: number): DocumentData<'bill'> =>
  billCollection.schema.parse({
    number: '000012',
    month: '2028-02',
    recipient: { kind: 'customer', id: 'c', name: '高橋' },
    issuer: { name: '発行者' },
    registrationNumber: 'T9234567890123',
    lines: [
      {
        kind: 'deviceDays',
        what: 'ベッド',
        customerId: 'c',
        customerName: '自宅',
        quantity: 2 * devices,
        unitPrice: 1,
        amount: 2 * devices,
        taxPercent: 10,
        evidence: Array.from({ length: devices }, (_, index) => ({
          serial: `A-${index}`,
          roomId: 'r',
          roomName: '201号室',
          days: [1, 2],
        })),
      },
    ],
    subtotal: 2 * devices,
    tax: [{ percent: 10, subtotal: 2 * devices, amount: 0 }],
    total: 2 * devices,
    state: 'issued',
    issuedAt: new Date('2028-02-29T15:00:00Z'),
    dueAt: new Date('2028-03-30T15:00:00Z'),
  });
const patient = new AbortController().signal;
const getCode = (error: unknown): unknown =>
  error instanceof Error && 'problem' in error ? error.problem : String(error);

describe('drawPaper', () => {
  it('returns the same bytes as drawing on the main thread', async () => {
    for (const kind of ['bill', 'cancellation'] as const)
      expect(
        Buffer.compare(await drawPaper(bill(3), kind, patient), await drawBill(bill(3), kind)),
      ).toBe(0);
  });

  it('does not block the event loop', async () => {
    const state = { done: false, turns: 0 };
    const drawn = drawPaper(bill(400), 'bill', patient).then(() => {
      state.done = true;
    });
    while (!state.done) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      state.turns += 1;
    }
    await drawn;
    // Drawing on this thread would block the event loop until the paper is complete.
    expect(state.turns).toBeGreaterThan(100);
  });

  it('stops when its signal aborts', async () => {
    const drawn = new AbortController();
    const begun = drawPaper(bill(2000), 'bill', drawn.signal);
    drawn.abort();
    await expect(begun).rejects.toThrow('was stopped');
    await expect(drawPaper(bill(1), 'bill', drawn.signal)).rejects.toThrow();
  });

  it("limits the queue and one agency's share of it, and rejects the next paper with its limit", async () => {
    const turns = createBillTurns();
    const all = new AbortController();
    const draw = (agency: string): Promise<unknown> =>
      turns
        .take(agency, all.signal, () => drawPaper(bill(1), 'bill', all.signal))
        .catch(() => null);
    const drawings = Array.from({ length: 22 }, () => draw('one'));
    const refused = { code: 'limit-bill-papers', retryAfterSeconds: 5 };
    expect(await turns.take('one', patient, async () => null).catch(getCode)).toMatchObject({
      ...refused,
      details: { limit: 20 },
    });
    drawings.push(...Array.from({ length: 20 }, () => draw('other')));
    expect(turns.stats()).toEqual({ running: 2, waiting: 40 });
    const pushedOut = draw('third');
    expect(turns.stats()).toEqual({ running: 2, waiting: 40 });
    all.abort();
    await Promise.all([...drawings, pushedOut]);
    expect(
      (await turns.take('one', patient, () => drawPaper(bill(1), 'bill', patient))).length,
    ).toBeGreaterThan(1000);
  });
});
