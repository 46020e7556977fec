import { expect, it } from 'vitest';
import { readNightPalette } from './night-palette.ts';
import type { Span, SpanPattern } from './night-spec.ts';
import { paintSpans } from './paint-steps.ts';

const SIZE = { x: 0, y: 0, width: 200, height: 24 };

/** All in one colour, as without colour vision. */
function painted(pattern: SpanPattern, names: { name: string; short: string }, toMs = 200): string {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d');
  if (context === null) throw new Error('no canvas context');
  const palette = {
    ...readNightPalette(document.documentElement),
    good: '#00ff00',
    text: '#ffffff',
    ground: '#000000',
  };
  const span: Span = { fromMs: 0, toMs, ...names, pattern, colour: 'good', isMark: false };
  paintSpans({ context, palette, px: 1, window: { fromMs: 0, toMs: 200 }, msPerPixel: 1 }, SIZE, [
    span,
  ]);
  return context.getImageData(0, 0, SIZE.width, SIZE.height).data.join();
}

it('the postures differ without colour, and a short name replaces one that does not fit', () => {
  const none = { name: '', short: '' };
  const pictures = (['plain', 'rising', 'falling', 'dotted', 'upright'] as const).map((pattern) =>
    painted(pattern, none),
  );
  expect(new Set(pictures).size).toBe(5);
  const words = { name: 'Upright all the time', short: 'Up' };
  expect(painted('plain', words, 60)).not.toBe(painted('plain', none, 60));
  expect(painted('plain', words, 8)).toBe(painted('plain', none, 8));
});
