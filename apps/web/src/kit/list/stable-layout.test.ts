import { describe, expect, it } from 'vitest';
import { stabilizeLayout } from './stable-layout.ts';

describe('stabilizeLayout', () => {
  const stabilize = (change: Partial<Parameters<typeof stabilizeLayout<string>>[0]>) =>
    stabilizeLayout({
      before: { layout: 'old', widthPx: 1000, heightPx: 800, count: 14 },
      widthPx: 1000,
      heightPx: 800,
      count: 14,
      layOut: () => 'new',
      isUsable: () => true,
      ...change,
    }).layout;

  it.each([
    ['nothing changed', {}],
    ['nothing changed on a board too low for its items', { isUsable: () => false }],
    ['a banner takes 160 px of the height', { heightPx: 640 }],
    ['a banner disappears', { heightPx: 960 }],
  ])('keeps the layout if %s', (_, change) => {
    expect(stabilize(change)).toBe('old');
  });

  it.each([
    ['the board is new', { before: null }],
    ['the width changes', { widthPx: 999 }],
    ['the number of items changes', { count: 15 }],
    ['the window becomes lower', { heightPx: 639 }],
    ['the window becomes higher', { heightPx: 961 }],
    ['a banner leaves too little height', { heightPx: 700, isUsable: () => false }],
  ])('computes a new layout if %s', (_, change) => {
    expect(stabilize(change)).toBe('new');
  });
});
