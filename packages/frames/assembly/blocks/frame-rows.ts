import { crc32c } from '../crc32c';
import { unpackDeltas } from '../delta-unpacking';
import { inputBytes, length, recordAt, samplesOf } from './block-memory';
import { DYNAMIC } from './fixed-map';

const SYNC_WORD: u32 = 0xa5f04d59;
const HEADER_BYTES: usize = 28;
const CRC_BYTES: usize = 4;
const ENCODING_DELTA: u32 = 1;

/**
 * Finds and checks the frames in the input.
 * @returns their number; -1 if the input contains anything else.
 */
export function scanRows(): i32 {
  const end = DYNAMIC + inputBytes;
  let count = 0;
  for (let at = DYNAMIC; at < end; count++) {
    const left = end - at;
    if (left < HEADER_BYTES + CRC_BYTES || load<u32>(at) != SYNC_WORD) return -1;
    const payloadBytes: usize = load<u32>(at, 24);
    if (payloadBytes > left - HEADER_BYTES - CRC_BYTES) return -1;
    const crcAt = at + HEADER_BYTES + payloadBytes;
    if (crc32c(at + 4, crcAt) != load<u32>(crcAt)) return -1;
    writeRecord(recordAt(count), at);
    at = crcAt + CRC_BYTES;
  }
  return count;
}

/** Offset, sequence, time, samples, channels, encoding, length. */
function writeRecord(record: usize, at: usize): void {
  store<u32>(record, (at - DYNAMIC) as u32);
  store<u32>(record, load<u32>(at, 8), 4);
  store<f64>(record, load<i64>(at, 12) as f64, 8);
  store<u32>(record, load<u16>(at, 20), 16);
  store<u32>(record, load<u16>(at, 22), 20);
  store<u32>(record, load<u8>(at, 5), 24);
  store<u32>(record, load<u32>(at, 24), 28);
}

/**
 * Writes the samples of a frame into the block's channels, starting at sample `at`. Returns false
 * if the payload cannot be decoded.
 */
export function placeFrame(index: i32, at: i32): bool {
  const record = recordAt(index);
  const sampleCount: i32 = load<u32>(record, 16);
  const channelCount: i32 = load<u32>(record, 20);
  if (at + sampleCount > length) return false;
  const payload = DYNAMIC + (load<u32>(record) as usize) + HEADER_BYTES;
  const out = samplesOf(0) + ((at << 1) as usize);
  const next = samplesOf(1) - samplesOf(0);
  if (load<u32>(record, 24) == ENCODING_DELTA) return unpackDeltas(payload, payload + (load<u32>(record, 28) as usize), sampleCount, channelCount, out, next);
  for (let channel = 0; channel < channelCount; channel++) {
    memory.copy(out + (channel as usize) * next, payload + ((channel * sampleCount) << 1) as usize, (sampleCount << 1) as usize);
  }
  return true;
}
