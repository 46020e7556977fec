/**
 * Full-width digits, letters and signs as an input method writes them, in their half-width form;
 * dashes as one dash.
 */
export const halfWidth = (text: string): string =>
  text.normalize('NFKC').replace(/[\u2010-\u2015\u2212\u30fc]/gu, '-');
