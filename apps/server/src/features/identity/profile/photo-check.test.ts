import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_PHOTO_BYTES, ProblemError } from '@yamori/domain';
import { aJpeg, aPng, aWebp } from '../../../testing/small-pictures.ts';
import { checkPhoto } from './photo-check.ts';

const codeOf = (bytes: Buffer): string => {
  try {
    return checkPhoto(bytes);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
};

describe('a photo', () => {
  it.each([
    ['PNG', aPng(), 'image/png'], ['the largest PNG', aPng(2048, 2048), 'image/png'], ['JPEG', aJpeg(), 'image/jpeg'], ['WebP', aWebp('VP8X'), 'image/webp'],
    ['lossy WebP', aWebp('VP8 '), 'image/webp'], ['lossless WebP', aWebp('VP8L'), 'image/webp'],
  ])('%s is known by its content', (_name, bytes, type) => {
    expect(codeOf(bytes)).toBe(type);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(80))],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80))],
    ['GIF', Buffer.from('GIF89a'.padEnd(80, '\0'), 'latin1')],
    ['a PNG\'s first bytes', aPng().subarray(0, 30)],
    ['a cut PNG', aPng().subarray(0, -4)],
    ['a PNG with a page behind it', Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')])],
    ['a PNG of no size', aPng(0, 2)],
    ['a PNG of too many pixels', aPng(2049, 2)],
    ['a JPEG with a page behind it', Buffer.concat([aJpeg(), Buffer.from('<script>')])],
    ['a JPEG of too many pixels', aJpeg(2, 5000)],
    ['a cut JPEG', aJpeg().subarray(0, 10)],
    ['a WebP with more behind it', Buffer.concat([aWebp(), Buffer.from('x')])],
    ['a WebP of an unknown kind', Buffer.from(aWebp().toString('latin1').replace('VP8X', 'VP9X'), 'latin1')],
    ['a WebP of too many pixels', aWebp('VP8X', 3000, 1)],
  ])('%s is none', (_name, bytes) => {
    expect(codeOf(bytes)).toBe('photo-invalid');
  });

  it('is small', () => {
    expect(codeOf(Buffer.concat([aPng(), Buffer.alloc(MOST_PHOTO_BYTES)]))).toBe('photo-too-large');
  });

  it('of damaged bytes is refused or taken, and never breaks anything', () => {
    const seeds = [aPng(), aJpeg(), aWebp('VP8X'), aWebp('VP8 '), aWebp('VP8L')];
    fc.assert(fc.property(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }), fc.nat(200), (seed, changes, length) => {
      const bytes = Buffer.from(seed);
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      expect(['image/png', 'image/jpeg', 'image/webp', 'photo-invalid']).toContain(codeOf(bytes.subarray(0, length)));
    }), { numRuns: 3_000 });
  });
});
