import type { BodySettings } from './forward-model.ts';
import type { ModelSettings } from './model-builder.ts';
import { circleOutline, thoraxOutline } from './ring-mesh.ts';
import { isLung } from './thorax-anatomy.ts';

/**
 * Blur and noise figure are the usual ones of GREIT. The tank recording served to choose them, the
 * weighting and the 2.5-D forward model, so it is not an independent test of the result.
 */
const greit = { blurRadius: 0.2, noiseFigure: 0.5 };

/**
 * A round tank, as tall as it is wide, with electrodes at half its height: the shape of GREIT's
 * reference case.
 */
export const circleSettings: ModelSettings = {
  outline: circleOutline,
  rings: 32,
  body: { length: 2, electrodeHeight: 0.1, electrodeEdges: 2, modes: 16 },
  greit,
  isLung: () => true,
};

/** An adult chest, 34 cm wide, seen as 50 cm long; electrodes cover a quarter of their spacing. */
export const thoraxSettings: ModelSettings = {
  outline: thoraxOutline,
  rings: 32,
  body: { length: 3, electrodeHeight: 0.15, electrodeEdges: 4, modes: 18 },
  greit,
  isLung,
};

/** The simulator solves 21 times, so it takes a coarser mesh. */
export const simulatorRings = 16;
export const simulatorBody: BodySettings = {
  length: 3,
  electrodeHeight: 0.15,
  electrodeEdges: 2,
  modes: 12,
};
