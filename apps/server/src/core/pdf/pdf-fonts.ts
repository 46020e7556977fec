import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type PdfFont = 'regular' | 'bold';

const FILES: Readonly<Record<PdfFont, string>> = {
  regular: '@expo-google-fonts/biz-udgothic/400Regular/BIZUDGothic_400Regular.ttf',
  bold: '@expo-google-fonts/biz-udgothic/700Bold/BIZUDGothic_700Bold.ttf',
};

/**
 * BIZ UDGothic (SIL Open Font License): a Japanese font with digits of equal width, so that columns
 * of figures align (decision 047).
 */
export function readPdfFonts(): Readonly<Record<PdfFont, Buffer>> {
  const { resolve } = createRequire(import.meta.url);
  return { regular: readFileSync(resolve(FILES.regular)), bold: readFileSync(resolve(FILES.bold)) };
}
