import { createHash } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { readPdfFonts } from './pdf-fonts.ts';
import { createPdfDocument, type PdfDocumentOptions } from './pdf-document.ts';

const fonts = readPdfFonts();
const at = new Date('2026-11-01T00:00:00Z');
const createTestPdf = (more: Partial<PdfDocumentOptions> = {}) =>
  createPdfDocument({
    title: '請求書',
    author: 'やもり',
    createdAt: at,
    fonts,
    foot: (page, pages) => `${page} / ${pages}`,
    ...more,
  });
const readPages = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(await getDocumentProxy(Uint8Array.from(bytes)))).text;

function filled(more: Partial<PdfDocumentOptions> = {}) {
  const pdf = createTestPdf(more);
  pdf.text('御請求書', pdf.inner, { size: 20, font: 'bold' });
  pdf.table({
    ...pdf.inner,
    columns: [
      { head: '品目', share: 3 },
      { head: '金額', share: 1, align: 'right' },
    ],
    rows: Array.from({ length: 120 }, (_, index) => [
      `ベッドセンサー ${index + 1}`,
      `¥${index * 1000}`,
    ]),
  });
  return pdf.bytes();
}

describe('createPdfDocument', () => {
  it('writes its content as text, and repeats heading and footer on each page', async () => {
    const pages = await readPages(await filled());
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toContain('御請求書');
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('品目');
      expect(page).toContain(`${index + 1} / ${pages.length}`);
    }
    const words = pages.join(' ');
    for (let row = 1; row <= 120; row += 1) expect(words).toContain(`ベッドセンサー ${row} `);
  });

  it('gives equal bytes for equal content, and others otherwise', async () => {
    const hash = async (more: Partial<PdfDocumentOptions> = {}) =>
      createHash('sha256')
        .update(await filled(more))
        .digest('hex');
    const first = await hash();
    expect(await hash()).toBe(first);
    expect(await hash({ title: '請求取消通知書' })).not.toBe(first);
    expect(await hash({ createdAt: new Date('2026-11-02T00:00:00Z') })).not.toBe(first);
  });

  it('draws the watermark on every page', async () => {
    const pages = await readPages(await filled({ mark: '下書き' }));
    for (const page of pages) expect(page).toContain('下書き');
  });

  it('breaks a long text into lines and stays within the page', async () => {
    const pdf = createTestPdf();
    pdf.text('あ'.repeat(4000), pdf.inner);
    pdf.text('終わり', pdf.inner);
    const pages = await readPages(await pdf.bytes());
    expect(pages.join('')).toContain('終わり');
  });
});
