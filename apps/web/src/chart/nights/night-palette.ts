import { NIGHT_TOKENS, type NightColour, type NightPalette } from './night-spec.ts';

/** The theme's colours as they stand on an element now; read again when the theme changes. */
export function readNightPalette(element: Element): NightPalette {
  const style = getComputedStyle(element);
  const read = (name: NightColour): string => style.getPropertyValue(NIGHT_TOKENS[name]).trim() || style.color;
  return {
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
    ground: read('ground'), raised: read('raised'), line: read('line'), lineStrong: read('lineStrong'), text: read('text'), text2: read('text2'), accent: read('accent'), good: read('good'),
    warning: read('warning'), danger: read('danger'), technical: read('technical'), information: read('information'),
    wake: read('wake'), rem: read('rem'), light: read('light'), deep: read('deep'), none: read('none'),
    ecg: read('ecg'), respiration: read('respiration'), impedance: read('impedance'), axlX: read('axlX'), axlY: read('axlY'), axlZ: read('axlZ'), temperature: read('temperature'),
  };
}
