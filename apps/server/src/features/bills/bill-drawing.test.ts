import { billCollection, type DataOf } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { createBillDrawing } from './bill-drawing.ts';
import { drawBill } from './bill-paper.ts';

const bill = (devices: number): DataOf<'bill'> => billCollection.schema.parse({
  number: '000012', month: '2028-02', recipient: { kind: 'customer', id: 'c', name: '高橋' }, issuer: { name: '発行者' }, registrationNumber: 'T9234567890123',
  lines: [{
    kind: 'deviceDays', what: 'ベッド', customerId: 'c', customerName: '自宅', quantity: 2 * devices, unitPrice: 1, amount: 2 * devices, taxPercent: 10,
    evidence: Array.from({ length: devices }, (_, index) => ({ serial: `A-${index}`, roomId: 'r', roomName: '201号室', days: [1, 2] })),
  }],
  subtotal: 2 * devices, tax: [{ percent: 10, subtotal: 2 * devices, amount: 0 }], total: 2 * devices, state: 'issued', issuedAt: new Date('2028-02-29T15:00:00Z'), dueAt: new Date('2028-03-30T15:00:00Z'),
});
const patient = new AbortController().signal;
const codeOf = (error: unknown): unknown => (error instanceof Error && 'problem' in error ? error.problem : String(error));

describe('the drawing of papers', () => {
  it('gives the bytes that the same bill gives in one\'s own thread', async () => {
    const drawing = createBillDrawing();
    for (const kind of ['bill', 'cancellation'] as const) expect(Buffer.compare(await drawing(bill(3), kind, patient), await drawBill(bill(3), kind))).toBe(0);
  });

  it('holds up nothing else meanwhile', async () => {
    const state = { done: false, turns: 0 };
    const drawn = createBillDrawing()(bill(400), 'bill', patient).then(() => { state.done = true; });
    while (!state.done) {
      await new Promise((resolve) => { setImmediate(resolve); });
      state.turns += 1;
    }
    await drawn;
    // A paper that is drawn here lets nothing in between its first line and its last.
    expect(state.turns).toBeGreaterThan(100);
  });

  it('ends with whoever waits, in the line and while it is drawn, and leaves the others their turn', async () => {
    const drawing = createBillDrawing();
    const [drawn, waits] = [new AbortController(), new AbortController()];
    const begun = [drawing(bill(2000), 'bill', drawn.signal), drawing(bill(1), 'bill', patient)];
    const left = [drawing(bill(1), 'bill', waits.signal), drawing(bill(1), 'bill', patient)];
    waits.abort();
    await expect(left[0]).rejects.toThrow('nobody waits');
    drawn.abort();
    await expect(begun[0]).rejects.toThrow('was stopped');
    expect((await Promise.all([begun[1], left[1]])).map((bytes) => (bytes?.length ?? 0) > 1000)).toEqual([true, true]);
    await expect(drawing(bill(1), 'bill', drawn.signal)).rejects.toThrow();
    expect((await drawing(bill(1), 'bill', patient)).length).toBeGreaterThan(1000);
  });

  it('takes so many at a time, and tells the next one so', async () => {
    const [drawing, all] = [createBillDrawing(), new AbortController()];
    const asked = Array.from({ length: 42 }, () => drawing(bill(1), 'bill', all.signal).catch(() => null));
    expect(await drawing(bill(1), 'bill', patient).catch(codeOf)).toMatchObject({ code: 'limit-bill-papers' });
    all.abort();
    await Promise.all(asked);
    expect((await drawing(bill(1), 'bill', patient)).length).toBeGreaterThan(1000);
  });
});
