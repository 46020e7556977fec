import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetBytes, eitAsset } from '../testing/eit-assets.ts';
import { decodeEitModel, EitModelError, encodeEitModel } from './eit-model.ts';

describe('decodeEitModel and encodeEitModel', () => {
  it.each(['thorax', 'circle'] as const)(
    'the %s model is small, complete and consistent with its parameters',
    (shape) => {
      const bytes = assetBytes(`eit-${shape}`);
      // Written by tools/eit-model with the binary.
      const parameters = JSON.parse(
        readFileSync(new URL(`../../assets/eit-${shape}.json`, import.meta.url), 'utf8'),
      ) as Record<string, unknown>;
      expect(bytes.byteLength).toBeLessThan(430_000);
      expect(parameters['sha256']).toBe(
        createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
      );
      expect(parameters['pixels']).toBe(eitAsset(shape).pixels.length);
    },
  );

  it.each(['thorax', 'circle'] as const)('the %s mask contains all pixels and lungs', (shape) => {
    const { mask, lungs, pixels, rows } = eitAsset(shape);
    expect(pixels.every((pixel) => mask[pixel] === 1)).toBe(true);
    expect(mask.reduce((sum, bit) => sum + bit, 0)).toBe(pixels.length);
    expect(lungs.every((bit, pixel) => bit <= (mask[pixel] ?? 0))).toBe(true);
    expect(rows.length).toBe(pixels.length * 208);
  });

  it('the circle fills π / 4 of the square, the thorax less', () => {
    expect(eitAsset('circle').pixels.length / 1024).toBeCloseTo(Math.PI / 4, 1);
    expect(eitAsset('thorax').pixels.length).toBeLessThan(eitAsset('circle').pixels.length);
  });

  it('left and right mirror each other', () => {
    const { mask } = eitAsset('thorax');
    for (let row = 0; row < 32; row++)
      for (let column = 0; column < 16; column++)
        expect(mask[row * 32 + column]).toBe(mask[row * 32 + 31 - column]);
  });

  it('encoding returns the decoded bytes, apart from rounding in the last bit', () => {
    const model = eitAsset('thorax');
    const again = decodeEitModel(encodeEitModel(model));
    expect(again.mask).toEqual(model.mask);
    expect(again.lungs).toEqual(model.lungs);
    expect(again.uniformVoltages).toEqual(model.uniformVoltages);
    const largest = Math.max(...model.rows.subarray(0, 208).map(Math.abs));
    for (let i = 0; i < 208; i++)
      expect(Math.abs((again.rows[i] ?? 0) - (model.rows[i] ?? 0))).toBeLessThan(largest / 30_000);
  });

  it('decoding rejects other files, other versions and truncated files', () => {
    const bytes = assetBytes('eit-thorax');
    expect(() => decodeEitModel(new ArrayBuffer(3))).toThrow(EitModelError);
    expect(() => decodeEitModel(new ArrayBuffer(4000))).toThrow(/not an EIT model/);
    expect(() => decodeEitModel(bytes.slice(0, -1))).toThrow(/bytes/);
    const newer = bytes.slice(0);
    new DataView(newer).setUint16(4, 9, true);
    expect(() => decodeEitModel(newer)).toThrow(/version 9/);
    const torn = bytes.slice(0);
    new DataView(torn).setUint8(8 + 64, 0);
    expect(() => decodeEitModel(torn)).toThrow(/mask/);
  });
});
