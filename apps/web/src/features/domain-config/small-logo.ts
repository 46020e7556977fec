import { logoText } from '@yamori/domain';

/** Twice what the bar shows, for screens of fine pixels. */
const MOST_WIDTH = 320;
const MOST_HEIGHT = 96;
const LOOKS = [['image/webp', 0.9], ['image/png', 1], ['image/webp', 0.7], ['image/jpeg', 0.8]] as const;

export const LOGO_KINDS = 'image/png,image/jpeg,image/webp';
export const MOST_LOGO_BYTES = 5_000_000;

/** A picture as a small one that fits the bar, as text. Drawn anew, it holds nothing but what is seen of it. Null: the browser cannot read it. */
export async function smallLogo(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, MOST_WIDTH / bitmap.width, MOST_HEIGHT / bitmap.height);
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  for (const [type, quality] of LOOKS) {
    const text = await textOf(await canvas.convertToBlob({ type, quality }));
    if (logoText.safeParse(text).success) return text;
  }
  return null;
}

const textOf = (blob: Blob): Promise<string> => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
  reader.addEventListener('error', () => reject(new Error('a picture that was just drawn cannot be read', { cause: reader.error })));
  reader.readAsDataURL(blob);
});
