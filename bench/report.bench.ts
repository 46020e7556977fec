import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { type Report, REPORT_WORDS_JA, reportApi, reportTables } from '@yamori/domain';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';
import { printMachine, readVersion } from './rig/report.ts';
import { NIGHTS, openReportWard, PERIOD, ROOMS, type ReportWard } from './report-ward.ts';

/**
 * A report of maximum size: 500 rooms × 366 nights, compared with as many before. Computed by the
 * real server, exported in each format, and shown by the built application. Each figure is printed
 * with that of a minimal implementation in the same run. Also measures how long the event loop,
 * which serves alarms, is blocked, because the server runs in this process.
 */
const ROUNDS = 3;
const FILTER = { domainId: 'akane', period: PERIOD } as const;
const web = fileURLToPath(new URL('../apps/web/dist', import.meta.url));

type Line = { readonly ms: number; readonly heldUpMs: number; readonly bytes: number };
const computeMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(work: () => Promise<{ readonly length: number }>): Promise<Line> {
  const lines: Line[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    const { length } = await work();
    const ms = performance.now() - began;
    delay.disable();
    lines.push({ ms, heldUpMs: delay.max / 1e6, bytes: length });
  }
  return {
    ms: computeMedian(lines.map(({ ms }) => ms)),
    heldUpMs: computeMedian(lines.map(({ heldUpMs }) => heldUpMs)),
    bytes: lines[0]?.bytes ?? 0,
  };
}

function print(name: string, line: Line, besides: string, floor: Line): void {
  console.log(
    [
      name.padEnd(26),
      line.ms.toFixed(0).padStart(8),
      line.heldUpMs.toFixed(0).padStart(10),
      (line.bytes / 2 ** 20).toFixed(1).padStart(8),
      `   ${besides}: ${floor.ms.toFixed(0)} ms, ${(floor.bytes / 2 ** 20).toFixed(1)} MiB`,
    ].join(''),
  );
}

/**
 * Every night as a JSON row, the input of a server that aggregates on its own. The aggregation
 * would come on top.
 */
const readRows = (ward: ReportWard) =>
  ward.database.query<{ readonly figures: Readonly<Record<string, number | null>> }>({
    text: `select room_id, night, coverage, figures from night_figures where state = 'done'`,
  });

/** The same tables as an HTML page, printed by the browser. */
async function printTables(from: Browser, report: Report): Promise<Buffer> {
  const page = await from.newPage();
  const rows = (cells: readonly (string | number | null)[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell ?? '–'}</${tag}>`).join('')}</tr>`;
  await page.setContent(
    `<style>td, th { font-size: 6pt }</style>${reportTables(report, REPORT_WORDS_JA)
      .map(
        ({ columns, rows: all }) =>
          `<table><thead>${rows(
            columns.map(({ head }) => head),
            'th',
          )}</thead>${all.map((row) => rows(row, 'td')).join('')}</table>`,
      )
      .join('')}`,
  );
  const bytes = await page.pdf({ format: 'A4' });
  await page.close();
  return bytes;
}

/** From the address to the first row of the table on the screen. */
async function openScreen(from: Browser, ward: ReportWard): Promise<{ readonly length: number }> {
  const context = await from.newContext({
    viewport: { width: 1920, height: 1080 },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  });
  await context.addCookies([{ ...ward.cookie, url: ward.address }]);
  const page = await context.newPage();
  await page.goto(`${ward.address}/report?from=${PERIOD.from}&to=${PERIOD.to}`);
  await page.waitForSelector('tbody tr');
  await context.close();
  return { length: 0 };
}

const ward = await openReportWard(web);
const browser = await openBrowser(['--disable-gpu']);
try {
  printMachine({ chromium: browser.version(), pdfkit: readVersion('pdfkit') });
  console.log(
    `Report of ${ROOMS} rooms × ${NIGHTS} nights, compared with as many before; medians of ${ROUNDS}\n`,
  );
  console.log(
    `${''.padEnd(26)}${'ms'.padStart(8)}${'blocked'.padStart(10)}${'MiB'.padStart(8)}   for comparison`,
  );
  const made = reportApi.read.reply.parse(
    JSON.parse((await ward.post('/api/reports/read', FILTER)).toString('utf8')),
  );
  const cells = reportTables(made, REPORT_WORDS_JA).map(({ rows }) => rows);
  const asJson = await measure(async () => Buffer.from(JSON.stringify(cells)));
  const file = (format: string) =>
    measure(() => ward.post('/api/reports/file', { filter: FILTER, format }));
  const read = await measure(() => ward.post('/api/reports/read', FILTER));
  print(
    'report as an answer',
    read,
    'every night read as a row',
    await measure(async () => Buffer.from(JSON.stringify(await readRows(ward)))),
  );
  print('CSV, with the report', await file('csv'), 'cells of all tables as JSON', asJson);
  print('XLSX, with the report', await file('xlsx'), 'cells of all tables as JSON', asJson);
  print(
    'PDF, with the report',
    await file('pdf'),
    'tables without lines printed by Chromium',
    await measure(() => printTables(browser, made)),
  );
  print(
    'address to table',
    await measure(() => openScreen(browser, ward)),
    'the report as an answer',
    read,
  );
} finally {
  await browser.close();
  await ward.close();
}
