import type { StreamDeclaration } from '@yamori/domain';
import {
  centreOfVentilation,
  createEitImager,
  createElectrodeWatch,
  createReferenceTracker,
  createTidalImager,
  eitImagePixels,
  eitReadings,
  type EitModel,
  type EitQuality,
  eitRegions,
  globalImpedance,
  regionImpedance,
  silentSpaces,
  type TidalBreath,
} from '@yamori/signal';
import { StreamFeed } from '../engine/stream-feed.ts';
import type { TraceFrame } from '../traces/stream-trace.ts';

/** Channels of the curves: global, four layers front to back, four quadrants. */
const CURVE_CHANNELS = 9;
const LAYERS_FROM = 1;
const QUADRANTS_FROM = 5;
/** Enough for what the playout clock holds back. */
const MAX_IMAGES = 64;
const CURVE_REFERENCE_SECONDS = 60;
const RANGE_END = 32_767;
/** No device stream has this id. */
const CURVES_STREAM_ID = -1;

type TidalFindings = {
  readonly breath: TidalBreath;
  readonly layerShares: readonly number[];
  readonly quadrantShares: readonly number[];
  readonly centre: { readonly x: number; readonly y: number } | null;
  /** Share of the lung area, 0 to 1. */
  readonly silentShare: number;
};

type EitImage = { readonly timeMs: number; readonly pixels: Float32Array };

/**
 * Converts the frames of an EIT stream to images, to global and regional curves, and to the
 * findings of whole breaths. The live image is relative to end-expiration; curves and breaths are
 * relative to a slow mean, which does not jump. Keeps the last 64 images.
 */
export class EitFeed {
  readonly curves: StreamFeed;
  readonly model: EitModel;
  tidal: TidalFindings | null = null;
  readonly #imager;
  readonly #watch;
  readonly #liveReference;
  readonly #curveReference;
  readonly #tidalImager = createTidalImager();
  readonly #layers;
  readonly #quadrants;
  readonly #images: { timeMs: number; pixels: Float32Array }[];
  readonly #reading: Int16Array | Float32Array;
  /** Digital value of zero. Images are ratios, so the device's offset must be removed. */
  readonly #zeroAt: number;
  readonly #curveImage = new Float32Array(eitImagePixels);
  readonly #values = new Float32Array(CURVE_CHANNELS);
  readonly #periodMs: number;
  #taken = 0;
  #sequence = 0;
  #failed = '';

  constructor(declaration: StreamDeclaration, estimates: boolean, model: EitModel) {
    const { sampleRateHz } = declaration;
    this.model = model;
    this.#zeroAt = -declaration.offset / declaration.scale;
    this.#reading =
      this.#zeroAt === 0 ? new Int16Array(eitReadings) : new Float32Array(eitReadings);
    this.curves = new StreamFeed(
      {
        streamId: CURVES_STREAM_ID,
        kind: 'eit-curves',
        channels: CURVE_CHANNELS,
        unit: '',
        sampleRateHz,
        scale: 1,
        offset: 0,
      },
      estimates,
    );
    this.#periodMs = 1000 / sampleRateHz;
    this.#imager = createEitImager(model);
    this.#watch = createElectrodeWatch(sampleRateHz);
    this.#liveReference = createReferenceTracker({
      frameRateHz: sampleRateHz,
      kind: 'endExpiration',
    });
    this.#curveReference = createReferenceTracker({
      frameRateHz: sampleRateHz,
      kind: 'mean',
      seconds: CURVE_REFERENCE_SECONDS,
    });
    this.#layers = eitRegions('layers', model.mask);
    this.#quadrants = eitRegions('quadrants', model.mask);
    this.#images = Array.from({ length: MAX_IMAGES }, () => ({
      timeMs: Number.NaN,
      pixels: new Float32Array(eitImagePixels),
    }));
  }

  get quality(): EitQuality {
    return this.#watch.quality();
  }

  get layerLabels(): Uint8Array {
    return this.#layers.labels;
  }

  get quadrantLabels(): Uint8Array {
    return this.#quadrants.labels;
  }

  /** Borrows the frame: 208 channels, channel-major digital values. */
  accept(frame: TraceFrame, arrivalMs: number): void {
    for (let sample = 0; sample < frame.sampleCount; sample++) {
      for (let channel = 0; channel < eitReadings; channel++)
        this.#reading[channel] = this.#fromZero(
          frame.samples[channel * frame.sampleCount + sample] ?? 0,
        );
      this.#take(frame.deviceTimeMs + sample * this.#periodMs, arrivalMs);
    }
  }

  /** Values at the end of the range count as not measured, before the offset is removed. */
  #fromZero(digital: number): number {
    if (this.#zeroAt === 0) return digital;
    return Math.abs(digital) >= RANGE_END ? Number.NaN : digital - this.#zeroAt;
  }

  /**
   * The newest image at or before a time; null if none is held. Borrowed until 64 more have
   * arrived.
   */
  imageAt(timeMs: number): EitImage | null {
    for (let back = 1; back <= Math.min(this.#taken, MAX_IMAGES); back++) {
      const image = this.#images[(this.#taken - back) % MAX_IMAGES];
      if (image !== undefined && image.timeMs <= timeMs) return image;
    }
    return null;
  }

  #take(timeMs: number, arrivalMs: number): void {
    const reading = this.#reading;
    this.#watch.push(reading);
    this.#noteFailed(this.#watch.quality().failedElectrodes);
    this.#liveReference.push(reading);
    this.#curveReference.push(reading);
    const slot = this.#images[this.#taken % MAX_IMAGES];
    const [live, curve] = [this.#liveReference.reference(), this.#curveReference.reference()];
    if (slot === undefined || live === undefined || curve === undefined) return;
    this.#imager.image(reading, live, slot.pixels);
    slot.timeMs = timeMs;
    this.#taken += 1;
    this.#imager.image(reading, curve, this.#curveImage);
    this.#pushCurves(timeMs, arrivalMs);
    const breath = this.#tidalImager.push(this.#curveImage, timeMs);
    if (breath !== undefined) this.tidal = this.#judge(breath);
  }

  #noteFailed(electrodes: readonly number[]): void {
    const failed = electrodes.join(' ');
    if (failed === this.#failed) return;
    this.#failed = failed;
    this.#imager.setFailedElectrodes(electrodes);
  }

  #pushCurves(timeMs: number, arrivalMs: number): void {
    this.#values[0] = globalImpedance(this.#curveImage);
    regionImpedance(
      this.#curveImage,
      this.#layers,
      this.#values.subarray(LAYERS_FROM, LAYERS_FROM + 4),
    );
    regionImpedance(
      this.#curveImage,
      this.#quadrants,
      this.#values.subarray(QUADRANTS_FROM, QUADRANTS_FROM + 4),
    );
    this.#sequence += 1;
    this.curves.accept(
      { sequence: this.#sequence, deviceTimeMs: timeMs, sampleCount: 1, samples: this.#values },
      arrivalMs,
    );
  }

  #judge(breath: TidalBreath): TidalFindings {
    const centre = centreOfVentilation(breath.image, this.model.mask);
    const silent = silentSpaces(breath.image, this.model.lungs);
    return {
      breath,
      layerShares: getShares(breath.image, this.#layers.labels),
      quadrantShares: getShares(breath.image, this.#quadrants.labels),
      centre: Number.isNaN(centre.xPercent)
        ? null
        : { x: centre.xPercent / 100, y: centre.yPercent / 100 },
      silentShare: silent.dependent + silent.nonDependent,
    };
  }
}

/** Share of the tidal volume in each of four regions; losses count as zero. */
function getShares(tidal: Float32Array, labels: Uint8Array): number[] {
  const sums = [0, 0, 0, 0];
  for (const [pixel, gain] of tidal.entries()) {
    const label = labels[pixel] ?? 0;
    if (label > 0 && gain > 0) sums[label - 1] = (sums[label - 1] ?? 0) + gain;
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  return sums.map((value) => (total > 0 ? value / total : 0));
}
