import { eitImagePixels, eitReadings } from './measurement-order.ts';

/** A reconstruction matrix and the data needed to apply it; built by tools/eit-model. */
export interface EitModel {
  /** 1 for pixels inside the body, row-major, row 0 at the top. */
  mask: Uint8Array;
  /** 1 for pixels where the model expects lung; for a tank, all inside pixels. */
  lungs: Uint8Array;
  /** Image index of each inside pixel, in row-major order, which is the order of `rows`. */
  pixels: Uint16Array;
  /**
   * Matrix of pixels × 208 that maps relative changes of the readings to relative changes of
   * conductivity.
   */
  rows: Float32Array;
  /** Voltages of the uniform body, for a plausibility check; any unit. */
  uniformVoltages: Float32Array;
}

/** The bytes are not an EIT model, have another version, or are truncated. */
export class EitModelError extends Error {
  override name = 'EitModelError';
}

const MAGIC = 0x4d544945; // "EITM", little-endian
const VERSION = 1;
const BITMAP_BYTES = eitImagePixels / 8;
const HEADER_BYTES = 8 + 2 * BITMAP_BYTES;

/**
 * Layout (little-endian): u32 magic, u16 version, u16 number of inside pixels P, mask and lungs as
 * 128-byte bitmaps (bit i % 8 of byte i / 8), 208 f32 uniform voltages, P f32 row scales, P × 208
 * int16 rows.
 *
 * @throws EitModelError when the bytes are not such a model
 */
export function decodeEitModel(bytes: ArrayBuffer): EitModel {
  const view = new DataView(bytes);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new EitModelError('not an EIT model');
  if (view.getUint16(4, true) !== VERSION)
    throw new EitModelError(`EIT model version ${view.getUint16(4, true)} is not ${VERSION}`);
  const count = view.getUint16(6, true);
  if (bytes.byteLength !== modelBytes(count))
    throw new EitModelError(
      `EIT model holds ${bytes.byteLength} bytes, ${modelBytes(count)} expected`,
    );
  const mask = readBitmap(view, 8);
  const pixels = Uint16Array.from([...mask.keys()].filter((pixel) => mask[pixel] === 1));
  if (pixels.length !== count)
    throw new EitModelError(`EIT model mask holds ${pixels.length} pixels, ${count} expected`);
  const floats = (offset: number, length: number) =>
    Float32Array.from({ length }, (_, i) => view.getFloat32(offset + 4 * i, true));
  const scalesAt = HEADER_BYTES + 4 * eitReadings;
  const rowsAt = scalesAt + 4 * count;
  const scales = floats(scalesAt, count);
  const rows = Float32Array.from({ length: count * eitReadings }, (_, i) => {
    return view.getInt16(rowsAt + 2 * i, true) * (scales[Math.floor(i / eitReadings)] ?? 0);
  });
  const uniformVoltages = floats(HEADER_BYTES, eitReadings);
  return { mask, lungs: readBitmap(view, 8 + BITMAP_BYTES), pixels, rows, uniformVoltages };
}

/**
 * Encodes the bytes that decodeEitModel reads. Each row is quantised to 16 bits of its largest
 * value.
 */
export function encodeEitModel(model: EitModel): ArrayBuffer {
  const count = model.pixels.length;
  const bytes = new ArrayBuffer(modelBytes(count));
  const view = new DataView(bytes);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, count, true);
  writeBitmap(view, 8, model.mask);
  writeBitmap(view, 8 + BITMAP_BYTES, model.lungs);
  let at = HEADER_BYTES;
  const putFloat = (value: number) => {
    view.setFloat32(at, value, true);
    at += 4;
  };
  for (const voltage of model.uniformVoltages) putFloat(voltage);
  const scales = Float32Array.from({ length: count }, (_, row) => rowScale(model.rows, row));
  for (const scale of scales) putFloat(scale);
  for (const [i, value] of model.rows.entries()) {
    view.setInt16(at, Math.round(value / (scales[Math.floor(i / eitReadings)] ?? 1)), true);
    at += 2;
  }
  return bytes;
}

function modelBytes(pixels: number): number {
  return HEADER_BYTES + 4 * eitReadings + 4 * pixels + 2 * pixels * eitReadings;
}

function rowScale(rows: Float32Array, row: number): number {
  let largest = 1e-30;
  for (let i = 0; i < eitReadings; i++)
    largest = Math.max(largest, Math.abs(rows[row * eitReadings + i] ?? 0));
  return largest / 32_767;
}

function readBitmap(view: DataView, offset: number): Uint8Array {
  return Uint8Array.from(
    { length: eitImagePixels },
    (_, i) => (view.getUint8(offset + (i >> 3)) >> (i & 7)) & 1,
  );
}

function writeBitmap(view: DataView, offset: number, bits: Uint8Array): void {
  for (const [i, bit] of bits.entries()) {
    if (bit === 1)
      view.setUint8(offset + (i >> 3), view.getUint8(offset + (i >> 3)) | (1 << (i & 7)));
  }
}
