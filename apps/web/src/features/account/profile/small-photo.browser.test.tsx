import { describe, expect, it } from 'vitest';
import { MAX_PHOTO_BYTES } from '@yamori/domain';
import { smallPhoto } from './small-photo.ts';

/** A picture that compresses badly, with camera metadata. */
async function aPhoto(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d');
  if (paper === null) throw new Error('no canvas context');
  const noise = paper.createImageData(width, height);
  for (let at = 0; at < noise.data.length; at += 1)
    noise.data[at] = at % 4 === 3 ? 255 : (at * 2_654_435_761) % 251;
  paper.putImageData(noise, 0, 0);
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer(),
  );
  const metadata = new TextEncoder().encode('Exif\0\0GPS 35.68N 139.69E');
  const segment = new Uint8Array([0xff, 0xe1, 0, metadata.length + 2, ...metadata]);
  return new Blob([bytes.slice(0, 2), segment, bytes.slice(2)], { type: 'image/jpeg' });
}

describe('a chosen photo', () => {
  it.each([
    [3000, 2000],
    [800, 1600],
    [120, 90],
  ])('a photo of %i × %i becomes a small square without location data', async (width, height) => {
    const chosen = await aPhoto(width, height);
    expect(await chosen.text()).toContain('GPS');
    const photo = await smallPhoto(chosen);
    expect(photo?.type).toBe('image/jpeg');
    expect(photo?.size).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    expect(await photo?.text()).not.toContain('GPS');
    const shown = await createImageBitmap(photo ?? new Blob());
    const side = Math.min(width, height, 512);
    expect([shown.width, shown.height]).toEqual([side, side]);
  });

  it('a file that the browser cannot read gives null', async () => {
    expect(
      await smallPhoto(
        new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }),
      ),
    ).toBeNull();
  });
});
