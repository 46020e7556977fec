import { NIGHT_TOKENS, type NightColour, type NightPalette } from './night-spec.ts';

/** The theme's colours on an element; read again when the theme changes. */
export function readNightPalette(element: Element): NightPalette {
  const style = getComputedStyle(element);
  const read = (name: NightColour): string =>
    style.getPropertyValue(NIGHT_TOKENS[name]).trim() || style.color;
  return {
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
    ground: read('ground'),
    raised: read('raised'),
    line: read('line'),
    lineStrong: read('lineStrong'),
    text: read('text'),
    text2: read('text2'),
    accent: read('accent'),
    good: read('good'),
    warning: read('warning'),
    danger: read('danger'),
    technical: read('technical'),
    information: read('information'),
    wake: read('wake'),
    rem: read('rem'),
    light: read('light'),
    asleep: read('asleep'),
    deep: read('deep'),
    none: read('none'),
    ecg: read('ecg'),
    respiration: read('respiration'),
    impedance: read('impedance'),
    axlX: read('axlX'),
    axlY: read('axlY'),
    axlZ: read('axlZ'),
    temperature: read('temperature'),
  };
}

/**
 * The page's colours. Reading them forces a style calculation, so it happens once for each theme.
 */
export function nightPalette(): NightPalette {
  const page = document.documentElement;
  const theme = page.dataset['theme'] ?? '';
  const known = palettes.get(theme) ?? readNightPalette(page);
  palettes.set(theme, known);
  return known;
}
const palettes = new Map<string, NightPalette>();

/**
 * The light theme's colours for print, in any theme. Read from the style sheets, because switching
 * the page's theme for a moment would start its transitions.
 */
export function readPrintPalette(document: Document): NightPalette {
  const sample = document.createElement('div');
  sample.hidden = true;
  for (const sheet of document.styleSheets)
    for (const rule of lightRules(sheet.cssRules))
      for (const name of rule.style)
        sample.style.setProperty(name, rule.style.getPropertyValue(name));
  document.body.append(sample);
  try {
    return readNightPalette(sample);
  } finally {
    sample.remove();
  }
}

/** Includes rules inside layers and conditions. */
const lightRules = (rules: CSSRuleList): CSSStyleRule[] =>
  [...rules].flatMap((rule): CSSStyleRule[] => {
    if (rule instanceof CSSStyleRule)
      return rule.selectorText.includes('data-theme="light"') ||
        rule.selectorText.includes("data-theme='light'")
        ? [rule]
        : [];
    return rule instanceof CSSGroupingRule ? lightRules(rule.cssRules) : [];
  });
