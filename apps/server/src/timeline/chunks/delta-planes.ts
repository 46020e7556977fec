/**
 * Channels of equal length as what a simple forecast misses, folded to unsigned numbers, all low bytes first and then
 * all high bytes: the high bytes of a slow signal are nearly all zero, which is what makes zstd small and fast
 * afterwards. Each channel says in a byte in front which forecast it takes (fixed predictors as in FLAC, RFC 9639
 * section 9.2.5, and one across channels for many electrodes on one chest). Everything is modulo 65,536.
 */
export type Forecast = (typeof FORECASTS)[number];
/**
 * The sample before; the line through the two before; the sample before and what the channel before did since; the
 * sample before and what the four channels before did since, in the mean.
 */
const FORECASTS = ['before', 'line', 'neighbour', 'neighbours'] as const;
const NEIGHBOURS = 4;

export const deltaPlanesLength = (channelCount: number, length: number): number => channelCount * (1 + 2 * length);

export function toDeltaPlanes(channels: readonly Int16Array[]): Uint8Array {
  const length = channels[0]?.length ?? 0;
  const planes = new Uint8Array(deltaPlanesLength(channels.length, length));
  const count = channels.length * length;
  const around = new Int32Array(length);
  let at = channels.length;
  channels.forEach((samples, channel) => {
    const forecast = bestForecast(samples, channels[channel - 1], channel >= NEIGHBOURS ? around : undefined);
    planes[channel] = FORECASTS.indexOf(forecast);
    for (let index = 0; index < length; index++) {
      const missed = ((value(samples, index) - expected(forecast, samples, channels[channel - 1], around, index)) << 16) >> 16;
      const folded = (missed << 1) ^ (missed >> 15);
      planes[at] = folded;
      planes[at + count] = folded >> 8;
      at++;
    }
    moveAround(around, samples, channels[channel - NEIGHBOURS]);
  });
  return planes;
}

/** Undoes `toDeltaPlanes`. @returns fresh arrays of `length` samples each. */
export function fromDeltaPlanes(planes: Uint8Array, channelCount: number, length: number): Int16Array[] {
  const count = channelCount * length;
  const samples = new Int16Array(count);
  const channels: Int16Array[] = [];
  const around = new Int32Array(length);
  let at = channelCount;
  for (let channel = 0; channel < channelCount; channel++) {
    const own = samples.subarray(channel * length, (channel + 1) * length);
    const forecast = FORECASTS[planes[channel] ?? 0];
    if (forecast === undefined) throw new RangeError(`no forecast ${planes[channel]}`);
    for (let index = 0; index < length; index++, at++) {
      const folded = (planes[at] ?? 0) | ((planes[at + count] ?? 0) << 8);
      own[index] = expected(forecast, own, channels[channel - 1], around, index) + ((folded >>> 1) ^ -(folded & 1));
    }
    channels.push(own);
    moveAround(around, own, channels[channel - NEIGHBOURS]);
  }
  return channels;
}

/** Before the first sample everything is 0. */
const value = (samples: Int16Array, index: number): number => (samples[index] ?? 0) | 0;
const step = (samples: Int16Array, index: number): number => value(samples, index) - value(samples, index - 1);

/** Keeps the sum of the steps of the last `NEIGHBOURS` channels at each sample. */
function moveAround(around: Int32Array, newest: Int16Array, leaving: Int16Array | undefined): void {
  for (let index = 0; index < around.length; index++) {
    around[index] = (around[index] ?? 0) + step(newest, index) - (leaving === undefined ? 0 : step(leaving, index));
  }
}

const meanStep = (around: Int32Array, index: number): number => ((around[index] ?? 0) + NEIGHBOURS / 2) >> 2;

function expected(forecast: Forecast, samples: Int16Array, neighbour: Int16Array | undefined, around: Int32Array, index: number): number {
  const before = value(samples, index - 1);
  switch (forecast) {
    case 'before': return before;
    case 'line': return index < 2 ? before : 2 * before - value(samples, index - 2);
    case 'neighbour': return neighbour === undefined ? before : before + step(neighbour, index);
    case 'neighbours': return before + meanStep(around, index);
  }
}

/** The forecast whose misses take the fewest bits in sum; looks at the beginning of a long channel. */
function bestForecast(samples: Int16Array, neighbour: Int16Array | undefined, around: Int32Array | undefined): Forecast {
  const end = Math.min(samples.length, 4_096);
  const bits = { before: 0, line: 0, neighbour: neighbour === undefined ? Number.POSITIVE_INFINITY : 0, neighbours: around === undefined ? Number.POSITIVE_INFINITY : 0 };
  for (let index = 2; index < end; index++) {
    const own = step(samples, index);
    bits.before += bitsOf(own);
    bits.line += bitsOf(own - step(samples, index - 1));
    if (neighbour !== undefined) bits.neighbour += bitsOf(own - step(neighbour, index));
    if (around !== undefined) bits.neighbours += bitsOf(own - meanStep(around, index));
  }
  return FORECASTS.reduce((best, forecast) => (bits[forecast] < bits[best] ? forecast : best));
}

/** Bits of a number without its sign: 0, 1, 2, 2, 3, 3, 3, 3, 4 … */
const bitsOf = (missed: number): number => 32 - Math.clz32(Math.abs(missed));
