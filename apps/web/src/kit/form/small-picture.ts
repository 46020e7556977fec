const LOOKS = [
  ['image/webp', 0.9],
  ['image/png', 1],
  ['image/webp', 0.7],
  ['image/jpeg', 0.8],
  ['image/webp', 0.4],
] as const;

export const PICTURE_KINDS = 'image/png,image/jpeg,image/webp';
export const MAX_PICTURE_BYTES = 5_000_000;

/** Maximum size of the picture in pixels, and the schema of its `data:` URL. */
export type PictureFit = {
  readonly width: number;
  readonly height: number;
  readonly text: { readonly safeParse: (text: string) => { readonly success: boolean } };
};

/**
 * Scales a picture down and encodes it as text. Redrawing removes metadata. Null if the browser
 * cannot read it, or it cannot be made small enough.
 */
export async function smallPicture(file: Blob, fit: PictureFit): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, fit.width / bitmap.width, fit.height / bitmap.height);
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  for (const [type, quality] of LOOKS) {
    const text = await toText(await canvas.convertToBlob({ type, quality }));
    if (fit.text.safeParse(text).success) return text;
  }
  return null;
}

const toText = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () =>
      reject(new Error('a picture that was just drawn cannot be read', { cause: reader.error })),
    );
    reader.readAsDataURL(blob);
  });
