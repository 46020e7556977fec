import type { ChartScheme } from '../chart-spec.ts';

/** 256 colours as RGB bytes, from the low end of the scale to the high end. */
export type ColourScale = Uint8ClampedArray;
export const SCALE_STEPS = 256;

/** A colour in OKLCH: lightness 0..1, chroma, hue in degrees. It is perceptually uniform. */
type Oklch = readonly [lightness: number, chroma: number, hue: number];

const SEQUENTIAL: Readonly<Record<ChartScheme, readonly Oklch[]>> = {
  dark: [
    [0.13, 0.02, 250],
    [0.34, 0.1, 262],
    [0.55, 0.12, 215],
    [0.76, 0.13, 175],
    [0.96, 0.12, 110],
  ],
  light: [
    [0.13, 0.02, 250],
    [0.34, 0.1, 262],
    [0.55, 0.12, 215],
    [0.76, 0.13, 175],
    [0.96, 0.12, 110],
  ],
  night: [
    [0.08, 0.02, 30],
    [0.3, 0.1, 28],
    [0.5, 0.16, 35],
    [0.7, 0.16, 55],
    [0.88, 0.12, 85],
  ],
};

const DIVERGING: Readonly<Record<ChartScheme, readonly Oklch[]>> = {
  dark: [
    [0.86, 0.09, 235],
    [0.6, 0.14, 250],
    [0.2, 0.02, 250],
    [0.65, 0.15, 60],
    [0.92, 0.13, 95],
  ],
  light: [
    [0.32, 0.12, 255],
    [0.6, 0.14, 250],
    [0.96, 0.005, 100],
    [0.66, 0.15, 55],
    [0.38, 0.12, 40],
  ],
  night: [
    [0.55, 0.05, 140],
    [0.35, 0.04, 120],
    [0.12, 0.02, 30],
    [0.5, 0.17, 35],
    [0.85, 0.13, 80],
  ],
};

/** From dark to light with evenly growing lightness, for amounts. */
export const sequentialScale = (scheme: ChartScheme): ColourScale =>
  interpolate(SEQUENTIAL[scheme]);

/** Two hues around a middle close to the background, for changes up and down. */
export const divergingScale = (scheme: ChartScheme): ColourScale => interpolate(DIVERGING[scheme]);

/** CIE-like lightness 0..1 of a step, to check that a scale is even. */
export function lightnessAt(scale: ColourScale, step: number): number {
  const [l, m, s] = toLms(
    [0, 1, 2].map((channel) => toLinear((scale[step * 3 + channel] ?? 0) / 255)),
  );
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

function interpolate(stops: readonly Oklch[]): ColourScale {
  const scale = new Uint8ClampedArray(SCALE_STEPS * 3);
  for (let step = 0; step < SCALE_STEPS; step++) {
    const at = (step / (SCALE_STEPS - 1)) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(at));
    const from = toOklab(stops[index] ?? [0, 0, 0]);
    const to = toOklab(stops[index + 1] ?? [0, 0, 0]);
    const share = at - index;
    scale.set(
      toRgb(from.map((value, axis) => value + ((to[axis] ?? 0) - value) * share)),
      step * 3,
    );
  }
  return scale;
}

function toOklab([lightness, chroma, hue]: Oklch): number[] {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/**
 * OKLab to sRGB bytes, after B. Ottosson, "A perceptual color space for image processing" (2020).
 */
function toRgb([lightness = 0, a = 0, b = 0]: readonly number[]): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(
    (linear) => 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055),
  );
}

function toLms([red = 0, green = 0, blue = 0]: readonly number[]): [number, number, number] {
  return [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
