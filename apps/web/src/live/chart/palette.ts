import { type ChartPalette, PALETTE_TOKENS, type PaletteName, SCHEMES } from './chart-spec.ts';

/** The theme's colours on an element; read again when the theme changes. */
export function readPalette(element: Element): ChartPalette {
  const style = getComputedStyle(element);
  const read = (name: PaletteName): string =>
    style.getPropertyValue(PALETTE_TOKENS[name]).trim() || style.color;
  const scheme = SCHEMES.find((name) => name === element.getAttribute('data-theme')) ?? 'dark';
  return {
    scheme,
    ground: read('ground'),
    paper: read('paper'),
    paperStrong: read('paperStrong'),
    line: read('line'),
    text: read('text'),
    text2: read('text2'),
    accent: read('accent'),
    warning: read('warning'),
    danger: read('danger'),
    technical: read('technical'),
    ecg: read('ecg'),
    respiration: read('respiration'),
    impedance: read('impedance'),
    axlX: read('axlX'),
    axlY: read('axlY'),
    axlZ: read('axlZ'),
    temperature: read('temperature'),
  };
}
