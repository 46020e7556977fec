import { putSigned, putUnsigned, takeSigned, takeUnsigned } from './head-bytes';
import { clearPads, predictions, length, residuals, stepsOf, stride } from './block-memory';
import { COEFFICIENTS, PAIRS } from './fixed-map';

/**
 * Linear prediction of a channel's next step from its own previous steps, and from three steps of
 * each previous channel: before, at and after the same time. Taps are scaled by 4,096. All
 * arithmetic is modulo 2^32, so nothing overflows.
 */
export const TAP_BITS: i32 = 12;
export const ACROSS: i32 = 3;
const HALF: i32 = 1 << (TAP_BITS - 1);
const PAIR_BYTES: usize = 12;

/** Number of the channel's own steps (0, 8 or 16) and of previous channels (0 to 4). */
export let ownTaps: i32 = 0;
export let neighbours: i32 = 0;

export function setCounts(own: i32, others: i32): void {
  ownTaps = own;
  neighbours = others;
}

// @ts-ignore: decorator
@inline export function tapAt(index: i32): usize { return COEFFICIENTS + ((index << 1) as usize); }

export function putModel(): void {
  putUnsigned(((ownTaps >> 3) | (neighbours << 2)) as u32);
  for (let index = 0; index < ownTaps + ACROSS * neighbours; index++) putSigned(load<i16>(tapAt(index)));
}

export function takeModel(): bool {
  const counts = takeUnsigned();
  setCounts(((counts & 3) << 3) as i32, (counts >> 2) as i32);
  if (ownTaps > 16 || neighbours > 4) return false;
  for (let index = 0; index < ownTaps + ACROSS * neighbours; index++) store<i16>(tapAt(index), takeSigned() as i16);
  return true;
}

/** Distance in bytes from a step to the step of tap `index`. */
function distanceOf(index: i32): i32 {
  if (index < ownTaps) return -2 * (index + 1);
  const other = (index - ownTaps) / ACROSS;
  return -(stride as i32) * (other + 1) - 2 * ((index - ownTaps) % ACROSS - 1);
}

/** Arranges taps in pairs for the dot product. A last odd tap gets a partner of weight 0. */
function pairUp(first: i32, end: i32): usize {
  let at = PAIRS;
  for (let index = first; index < end; index += 2, at += PAIR_BYTES) {
    const hasPartner = index + 1 < end;
    store<i32>(at, distanceOf(index));
    store<i32>(at, distanceOf(hasPartner ? index + 1 : index), 4);
    const partner: u32 = hasPartner ? load<u16>(tapAt(index + 1)) : 0;
    store<u32>(at, (load<u16>(tapAt(index)) as u32) | (partner << 16), 8);
  }
  return at;
}

/** Writes the residuals of a channel, sixteen at a time. The first sample is coded separately. */
export function findResiduals(channel: i32): void {
  const end = pairUp(0, ownTaps + ACROSS * neighbours);
  const row = stepsOf(channel);
  for (let index = 0; index < length; index += 16) {
    const at = row + ((index << 1) as usize);
    let first = i32x4.splat(HALF);
    let second = first;
    let third = first;
    let fourth = first;
    for (let pair = PAIRS; pair < end; pair += PAIR_BYTES) {
      const oneAt = at + (load<i32>(pair) as usize);
      const otherAt = at + (load<i32>(pair, 4) as usize);
      const taps = v128.load32_splat(pair, 8);
      let one = v128.load(oneAt);
      let other = v128.load(otherAt);
      first = i32x4.add(first, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11), taps));
      second = i32x4.add(second, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15), taps));
      one = v128.load(oneAt, 16);
      other = v128.load(otherAt, 16);
      third = i32x4.add(third, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11), taps));
      fourth = i32x4.add(fourth, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15), taps));
    }
    const to = residuals + ((index << 1) as usize);
    v128.store(to, i16x8.sub(v128.load(at), v128.shuffle<i16>(i32x4.shr_s(first, TAP_BITS), i32x4.shr_s(second, TAP_BITS), 0, 2, 4, 6, 8, 10, 12, 14)));
    v128.store(to, i16x8.sub(v128.load(at, 16), v128.shuffle<i16>(i32x4.shr_s(third, TAP_BITS), i32x4.shr_s(fourth, TAP_BITS), 0, 2, 4, 6, 8, 10, 12, 14)), 16);
  }
}

/** Predicts each step from the previous channels, including the rounding half. */
function predictAcross(channel: i32): void {
  const end = pairUp(ownTaps, ownTaps + ACROSS * neighbours);
  const row = stepsOf(channel);
  for (let index = 0; index < length; index += 8) {
    const at = row + ((index << 1) as usize);
    let low = i32x4.splat(HALF);
    let high = low;
    for (let pair = PAIRS; pair < end; pair += PAIR_BYTES) {
      const one = v128.load(at + (load<i32>(pair) as usize));
      const other = v128.load(at + (load<i32>(pair, 4) as usize));
      const taps = i32x4.splat(load<i32>(pair, 8));
      low = i32x4.add(low, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11), taps));
      high = i32x4.add(high, i32x4.dot_i16x8_s(v128.shuffle<i16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15), taps));
    }
    v128.store(predictions + ((index << 2) as usize), low);
    v128.store(predictions + ((index << 2) as usize), high, 16);
  }
}

/**
 * Inverse of `findResiduals`: restores a channel's steps from its residuals and the previous
 * channels.
 */
export function restoreSteps(channel: i32): void {
  predictAcross(channel);
  const row = stepsOf(channel);
  // The last sixteen steps, newest in the highest lane; taps in the same order.
  let near = i16x8.splat(0);
  let far = near;
  const nearTaps = ownTaps >= 8 ? reversedTaps(0) : near;
  const farTaps = ownTaps == 16 ? reversedTaps(8) : far;
  clearPads(row);
  store<i16>(row, 0);
  for (let index = 1; index < length; index++) {
    const products = i32x4.add(i32x4.dot_i16x8_s(near, nearTaps), i32x4.dot_i16x8_s(far, farTaps));
    const halves = i32x4.add(products, v128.shuffle<i32>(products, products, 2, 3, 0, 1));
    const sum = i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1) + load<i32>(predictions + ((index << 2) as usize));
    const step = load<i16>(residuals + ((index << 1) as usize)) as i32 + (sum >> TAP_BITS);
    store<i16>(row + ((index << 1) as usize), step as i16);
    far = v128.shuffle<i16>(far, near, 1, 2, 3, 4, 5, 6, 7, 8);
    near = v128.shuffle<i16>(near, i16x8.splat(step as i16), 1, 2, 3, 4, 5, 6, 7, 8);
  }
}

function reversedTaps(first: i32): v128 {
  const taps = v128.load(tapAt(first));
  return v128.shuffle<i16>(taps, taps, 7, 6, 5, 4, 3, 2, 1, 0);
}
