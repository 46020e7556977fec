import { buildTables, crc32c } from './crc32c';
import { buildUnpackingTables, unpackDeltas } from './delta-unpacking';
import { INPUT, INPUT_BYTES, MAX_RECORDS, OUTPUT, OUTPUT_BYTES, RECORDS, RECORD_BYTES, SLACK_BYTES } from './memory-map';
import { hasSyncAt, nextSync } from './sync-search';

const VERSION: u32 = 1;
const ENCODING_DELTA: u32 = 1;
const HEADER_BYTES: usize = 28;
const CRC_BYTES: usize = 4;
const MAX_PAYLOAD_BYTES: u64 = 65_536;
const MAX_SAFE_TIME: i64 = 9_007_199_254_740_991;

// Results of parseFrame other than the length of a good frame.
const BAD: i32 = 0;
const INCOMPLETE: i32 = -1;
const OUTPUT_FULL: i32 = -2;

let records: i32 = 0;
let bad: i32 = 0;
let skipped: i32 = 0;
let output: usize = OUTPUT;

buildTables();
buildUnpackingTables();

export function inputOffset(): usize { return INPUT; }
export function inputBytes(): usize { return INPUT_BYTES; }
export function recordsOffset(): usize { return RECORDS; }
export function recordCount(): i32 { return records; }
export function badFrames(): i32 { return bad; }
export function skippedBytes(): i32 { return skipped; }

/**
 * Decodes frames from the input's bytes `begin` to `end` until the input, the records or the output
 * are exhausted. Returns where to continue. With `final`, an incomplete frame counts as damage.
 */
export function decode(begin: usize, end: usize, final: bool): usize {
  records = 0;
  bad = 0;
  skipped = 0;
  output = OUTPUT;
  let at = INPUT + begin;
  const last = INPUT + end;
  while (at < last && records < MAX_RECORDS) {
    const found = hasSyncAt(at, last);
    if (found) {
      const result = parseFrame(at, last);
      if (result > 0) {
        at += result as usize;
        continue;
      }
      if (result == OUTPUT_FULL || (result == INCOMPLETE && !final)) break;
      bad++;
    }
    const next = nextSync(at + 1, last);
    skipped += (next - at) as i32;
    at = next;
  }
  return at - INPUT;
}

/** Checks the frame at `at`. Writes its samples and record if it is good. */
function parseFrame(at: usize, last: usize): i32 {
  const left = last - at;
  if (left < HEADER_BYTES) return INCOMPLETE;
  const encoding: u32 = load<u8>(at, 5);
  if (load<u8>(at, 4) != VERSION || encoding > ENCODING_DELTA) return BAD;
  const time = load<i64>(at, 12);
  if (time > MAX_SAFE_TIME || time < -MAX_SAFE_TIME) return BAD;
  const sampleCount: u32 = load<u16>(at, 20);
  const channelCount: u32 = load<u16>(at, 22);
  const payloadBytes: u32 = load<u32>(at, 24);
  const plainBytes = (2 * sampleCount) as u64 * (channelCount as u64);
  if (plainBytes == 0 || plainBytes > MAX_PAYLOAD_BYTES || (payloadBytes as u64) > MAX_PAYLOAD_BYTES) return BAD;
  if (encoding != ENCODING_DELTA && (payloadBytes as u64) != plainBytes) return BAD;
  const frameBytes = HEADER_BYTES + (payloadBytes as usize) + CRC_BYTES;
  if (frameBytes > left) return INCOMPLETE;
  if (output + (plainBytes as usize) + SLACK_BYTES > OUTPUT + OUTPUT_BYTES) return OUTPUT_FULL;

  const payload = at + HEADER_BYTES;
  const crcAt = payload + (payloadBytes as usize);
  if (crc32c(at + 4, crcAt) != load<u32>(crcAt)) return BAD;
  if (encoding != ENCODING_DELTA) memory.copy(output, payload, plainBytes as usize);
  else if (!unpackDeltas(payload, crcAt, sampleCount as i32, channelCount as i32, output, (sampleCount << 1) as usize)) return BAD;
  writeRecord(at, time, sampleCount, channelCount);
  output += ((plainBytes as usize) + 15) & ~15;
  return frameBytes as i32;
}

function writeRecord(at: usize, time: i64, sampleCount: u32, channelCount: u32): void {
  const record = RECORDS + (records as usize) * RECORD_BYTES;
  store<u32>(record, load<u16>(at, 6));
  store<u32>(record, load<u32>(at, 8), 4);
  store<f64>(record, time as f64, 8);
  store<u32>(record, sampleCount, 16);
  store<u32>(record, channelCount, 20);
  store<u32>(record, output as u32, 24);
  records++;
}
