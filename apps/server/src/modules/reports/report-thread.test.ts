import { MAX_REPORT_NIGHTS, MAX_REPORT_ROOMS, REPORT_WORDS_JA } from '@yamori/domain';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { makeFile } from './report-thread.ts';
import { ANY_FILTER, largeReport } from './testing/large-report.ts';

const createOrder = (rooms: number, nights: number, language: 'ja' | 'en' = 'ja') =>
  ({
    report: largeReport(rooms, nights),
    filter: ANY_FILTER,
    call: { format: 'pdf', table: 'rooms', language },
  }) as const;
const neverAborted = (): AbortSignal => new AbortController().signal;

describe('makeFile', () => {
  it.each(['ja', 'en'] as const)(
    'draws every row of a report of maximum size within its limits, in %s',
    async (language) => {
      const order = createOrder(MAX_REPORT_ROOMS, MAX_REPORT_NIGHTS, language);
      const document = await getDocumentProxy(await makeFile(order, neverAborted()), {
        verbosity: 0,
      });
      const last = await (await document.getPage(document.numPages)).getTextContent();
      const words = last.items.flatMap((item) => ('str' in item ? [item.str] : []));
      // The last page lists the last device of the last room.
      expect(words).toContain(order.report.devices.at(-1)?.serial);
      expect(words.join('')).toContain(REPORT_WORDS_JA.page(document.numPages, document.numPages));
    },
  );

  it('rejects a drawing that takes too long or too much memory with its problem code', async () => {
    const order = createOrder(MAX_REPORT_ROOMS, MAX_REPORT_NIGHTS);
    await expect(
      makeFile(order, neverAborted(), { silentSeconds: 0.05, memoryMib: 512 }),
    ).rejects.toMatchObject({ problem: { code: 'report-timeout' } });
    await expect(
      makeFile(order, neverAborted(), { silentSeconds: 60, memoryMib: 24 }),
    ).rejects.toMatchObject({ problem: { code: 'report-memory', details: { limit: 24 } } });
  });

  it('stops when its signal aborts, and does not block the event loop', async () => {
    const leaves = new AbortController();
    const made = makeFile(createOrder(MAX_REPORT_ROOMS, MAX_REPORT_NIGHTS), leaves.signal);
    // Timers on this thread fire while the worker draws.
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
    leaves.abort();
    await expect(made).rejects.toThrow('the making of a report was stopped');
    await expect(makeFile(createOrder(1, 1), leaves.signal)).rejects.toThrow('stopped');
  });
});
