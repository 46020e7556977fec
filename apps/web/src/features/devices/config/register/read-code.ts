/** The part of the Shape Detection API that is used; TypeScript's library lacks it. */
type Detector = {
  readonly detect: (image: ImageBitmapSource) => Promise<readonly { readonly rawValue: string }[]>;
};
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  readonly getSupportedFormats: () => Promise<readonly string[]>;
};

/** Codes on devices: ours, and those of their manufacturers. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'];

/** Texts of the codes in a picture. */
type CodeReader = {
  readonly read: (picture: HTMLCanvasElement) => Promise<readonly string[]>;
  /** Whether it reads bar codes as well as QR codes. */
  readonly readsBars: boolean;
};

/**
 * The browser's own reader if there is one; else a QR reader in plain JavaScript, which works
 * offline once it is loaded.
 */
export async function openCodeReader(): Promise<CodeReader> {
  if ('BarcodeDetector' in globalThis) {
    // Its type is that of the specification.
    const Class = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass;
    const formats = (await Class.getSupportedFormats()).filter((format) =>
      FORMATS.includes(format),
    );
    if (formats.includes('qr_code')) {
      const detector = new Class({ formats });
      return {
        readsBars: formats.length > 1,
        read: async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue),
      };
    }
  }
  const { decodeQR } = await import('qr/decode.js');
  return {
    readsBars: false,
    read: async (picture) => {
      const image = picture
        .getContext('2d', { willReadFrequently: true })
        ?.getImageData(0, 0, picture.width, picture.height);
      try {
        return image === undefined ? [] : [decodeQR(image)];
      } catch {
        // It throws if the picture has no code.
        return [];
      }
    },
  };
}

/** Larger pictures are scaled down: detection is faster and no phone's camera is too good. */
const MAX_PIXELS = 1280;

/** Draws a picture onto a canvas of the same size, or smaller. */
export function drawPicture(
  source: CanvasImageSource,
  width: number,
  height: number,
  canvas = document.createElement('canvas'),
): HTMLCanvasElement {
  const scale = Math.min(1, MAX_PIXELS / Math.max(width, height, 1));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Texts of the codes in a picture file, and whether the reader supports bar codes. */
export async function readCodeFile(
  file: File,
): Promise<{ readonly codes: readonly string[]; readonly readsBars: boolean }> {
  const reader = await openCodeReader();
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return { codes: [], readsBars: reader.readsBars };
  const codes = await reader.read(drawPicture(picture, picture.width, picture.height));
  picture.close();
  return { codes, readsBars: reader.readsBars };
}
