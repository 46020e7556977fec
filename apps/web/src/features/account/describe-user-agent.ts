/** A browser and its system, as its user agent claims. */
type DeviceKind = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
};

/** The first match wins: most browsers also name the ones that they resemble. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bLine\//i, 'LINE'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export function readUserAgent(userAgent: string): DeviceKind {
  const nameIn = (known: typeof BROWSERS): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const system = nameIn(SYSTEMS);
  return {
    browser: nameIn(BROWSERS),
    system,
    isPhone: system === 'iPhone' || (system === 'Android' && /\bMobile\b/.test(userAgent)),
  };
}

/** Browser and system, or a placeholder for an unknown device. */
export function describeUserAgent(
  userAgent: string,
  words: { readonly both: (browser: string, system: string) => string; readonly unknown: string },
): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser !== null && system !== null) return words.both(browser, system);
  return browser ?? system ?? words.unknown;
}
