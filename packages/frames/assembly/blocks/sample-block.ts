import { closeBits, openBits } from './bits';
import { channels, clearPads, folded, head, inputBytes, length, openBlock, openInput, raw, recordAt, samplesOf, stepsOf, stride, wordsEnd } from './block-memory';
import { DYNAMIC } from './fixed-map';
import { buildTables } from '../crc32c';
import { buildUnpackingTables } from '../delta-unpacking';
import { fitModel } from './fit';
import { foldRange } from './fold';
import { placeFrame, scanRows } from './frame-rows';
import { headAt, openHead, putSigned, putUnsigned, takeSigned, takeUnsigned } from './head-bytes';
import { findResiduals, putModel, setCounts, restoreSteps, takeModel } from './model';
import { MIN_MEAN_STEP, clearList, findList, fromNumbers, putList, takeList } from './value-list';
import { buildSymbolTables } from './symbol-tables';
import { closeSymbols, endsAt, openSymbols, openWords, putResiduals, takeResiduals } from './symbol-coder';

export { openInput, openBlock, placeFrame, scanRows, foldRange };
export function recordsOffset(): usize { return recordAt(0); }
export function rowOffset(channel: i32): usize { return samplesOf(channel); }
export function rowStride(): usize { return stride; }
export function foldedOffset(): usize { return folded; }

/** Flags in the first number of the head. */
const HAS_LISTS: u32 = 1;
const MODEL_A_CHANNEL: u32 = 2;

/** Shorter channels do not pay for a model. */
const SHORTEST_FITTED: i32 = 64;
/** Longer channels pay for their own model. */
const LONG_CHANNEL: i32 = 400;
const FEW_CHANNELS: i32 = 8;
const FITTED_CHANNELS: i32 = 30;

buildTables();
buildUnpackingTables();
buildSymbolTables();

/**
 * Writes the differences between a channel's samples.
 * @returns the sum of their absolute values.
 */
function findSteps(channel: i32): i64 {
  const samples = samplesOf(channel);
  const row = stepsOf(channel);
  const end = (length << 1) as usize;
  store<i16>(samples - 2, load<i16>(samples));
  // Repeat the last sample after the channel, so that its steps are 0.
  for (let at: usize = 0; at < 16; at += 2) store<i16>(samples + end + at, load<i16>(samples + end - 2));
  let sums = i64x2.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const steps = i16x8.sub(v128.load(samples + at), v128.load(samples + at - 2));
    v128.store(row + at, steps);
    const sizes = i32x4.extadd_pairwise_i16x8_u(i16x8.abs(steps));
    sums = i64x2.add(sums, i64x2.add(i64x2.extend_low_i32x4_u(sizes), i64x2.extend_high_i32x4_u(sizes)));
  }
  clearPads(row);
  return i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1);
}

/** Address and lengths of the parts of the coded block. */
let partAt: usize = 0;
let headBytes: usize = 0;
let rawBytes: usize = 0;
let wordBytes: usize = 0;
export function headOffset(): usize { return head; }
export function headLength(): usize { return headBytes; }
export function rawOffset(): usize { return raw; }
export function rawLength(): usize { return rawBytes; }
export function wordsOffset(): usize { return partAt; }
export function wordsLength(): usize { return wordBytes; }

/** Encodes the samples in the rows, destroying them. */
export function encode(): void {
  openHead(head);
  openBits(raw);
  openSymbols();
  const withLists = findStepsAndLists();
  const each = length >= SHORTEST_FITTED && (channels < FEW_CHANNELS || length >= LONG_CHANNEL);
  putUnsigned((withLists ? HAS_LISTS : 0) | (each ? MODEL_A_CHANNEL : 0));
  if (!each) {
    fitShared();
    putModel();
  }
  let before = 0;
  for (let channel = 0; channel < channels; channel++) {
    if (withLists) putList(channel);
    const first: i32 = load<i16>(samplesOf(channel));
    putSigned(first - before);
    before = first;
    if (each) {
      fitOwn(channel);
      putModel();
    }
    findResiduals(channel);
    putResiduals(1, length);
  }
  headBytes = headAt() - head;
  rawBytes = closeBits() - raw;
  partAt = closeSymbols();
  wordBytes = wordsEnd - partAt;
}

/**
 * Channels with large steps may use only evenly spaced values; those are coded as indexes into a
 * list.
 */
function findStepsAndLists(): bool {
  let withLists = false;
  for (let channel = 0; channel < channels; channel++) {
    clearList(channel);
    if (findSteps(channel) < MIN_MEAN_STEP * (length as i64) || !findList(channel)) continue;
    withLists = true;
    findSteps(channel);
  }
  return withLists;
}

function fitShared(): void {
  if (length * channels < 16 * SHORTEST_FITTED || length < 16) return setCounts(0, 0);
  // An odd stride, coprime to usual numbers of electrodes.
  const every = max(1, channels / FITTED_CHANNELS) | 1;
  fitModel(min(4, channels - 1), channels, every, 16, min(4, channels - 1));
}

function fitOwn(channel: i32): void {
  if (length >= 1024) fitModel(channel, channel + 1, 1, 16, min(2, channel));
  else fitModel(channel, channel + 1, 1, 8, min(1, channel));
}

/**
 * Decodes the block in the input into the rows. Returns false if it does not match the channels and
 * length.
 */
export function decode(): bool {
  openHead(DYNAMIC);
  const headLength = takeUnsigned() as usize;
  const rawLength = takeUnsigned() as usize;
  const begin = headAt();
  const end = DYNAMIC + inputBytes;
  if (begin + headLength + rawLength + 8 > end) return false;
  openBits(begin + headLength);
  openWords(begin + headLength + rawLength);
  const modes = takeUnsigned();
  if ((modes & MODEL_A_CHANNEL) == 0 && !takeModel()) return false;
  let before = 0;
  for (let channel = 0; channel < channels; channel++) {
    if ((modes & HAS_LISTS) != 0 && !takeList(channel)) return false;
    before += takeSigned();
    if ((modes & MODEL_A_CHANNEL) != 0 && !takeModel()) return false;
    takeResiduals(1, length);
    restoreSteps(channel);
    addUp(channel, before);
    if ((modes & HAS_LISTS) != 0 && !fromNumbers(channel)) return false;
  }
  return headAt() == begin + headLength && endsAt(end);
}

function addUp(channel: i32, first: i32): void {
  const samples = samplesOf(channel);
  const row = stepsOf(channel);
  let value = first;
  for (let index = 0; index < length; index++) {
    value += load<i16>(row + ((index << 1) as usize));
    store<i16>(samples + ((index << 1) as usize), value as i16);
  }
}
