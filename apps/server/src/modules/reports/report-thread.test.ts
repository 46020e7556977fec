import { REPORT_MOST_NIGHTS, REPORT_MOST_ROOMS, REPORT_WORDS_JA } from '@yamori/domain';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { makeFile } from './report-thread.ts';
import { ANY_FILTER, largeReport } from './testing/large-report.ts';

const orderOf = (rooms: number, nights: number, language: 'ja' | 'en' = 'ja') =>
  ({
    report: largeReport(rooms, nights),
    filter: ANY_FILTER,
    call: { format: 'pdf', table: 'rooms', language },
  }) as const;
const nobodyLeaves = (): AbortSignal => new AbortController().signal;

describe('the thread that makes the pages of a report', () => {
  it.each(['ja', 'en'] as const)(
    'makes as large a report as there may be within its bounds, every row of it, in %s',
    async (language) => {
      const order = orderOf(REPORT_MOST_ROOMS, REPORT_MOST_NIGHTS, language);
      const document = await getDocumentProxy(await makeFile(order, nobodyLeaves()), {
        verbosity: 0,
      });
      const last = await (await document.getPage(document.numPages)).getTextContent();
      const words = last.items.flatMap((item) => ('str' in item ? [item.str] : []));
      // The last device of the last room stands on the last page.
      expect(words).toContain(order.report.devices.at(-1)?.serial);
      expect(words.join('')).toContain(REPORT_WORDS_JA.page(document.numPages, document.numPages));
    },
  );

  it('is ended where it takes too long or too much memory, with a word for it', async () => {
    const order = orderOf(REPORT_MOST_ROOMS, REPORT_MOST_NIGHTS);
    await expect(
      makeFile(order, nobodyLeaves(), { silentSeconds: 0.05, memoryMib: 512 }),
    ).rejects.toMatchObject({ problem: { code: 'report-timeout' } });
    await expect(
      makeFile(order, nobodyLeaves(), { silentSeconds: 60, memoryMib: 24 }),
    ).rejects.toMatchObject({ problem: { code: 'report-memory', details: { limit: 24 } } });
  });

  it('ends with whoever waits, and holds up nobody meanwhile', async () => {
    const leaves = new AbortController();
    const made = makeFile(orderOf(REPORT_MOST_ROOMS, REPORT_MOST_NIGHTS), leaves.signal);
    // The clock of this thread goes on while that one draws.
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
    leaves.abort();
    await expect(made).rejects.toThrow('the making of a report was stopped');
    await expect(makeFile(orderOf(1, 1), leaves.signal)).rejects.toThrow('stopped');
  });
});
