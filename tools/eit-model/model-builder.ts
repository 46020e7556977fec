import { type EitModel, eitImageWidth } from '@yamori/signal';
import { type BodySettings, sensitivity, solveForward } from './forward-model.ts';
import { buildGreitMatrix, type GreitSettings } from './greit-matrix.ts';
import { meshOutline, type Outline } from './ring-mesh.ts';
import { locatePoints, pixelMask, trainingTargets } from './training-targets.ts';

export interface ModelSettings {
  outline: Outline;
  rings: number;
  body: BodySettings;
  greit: GreitSettings;
  /** Where lung is expected. */
  isLung: (x: number, y: number) => boolean;
}

export interface BuiltModel {
  model: EitModel;
  nodes: number;
  triangles: number;
  targets: number;
  noiseVariance: number;
}

/** Mesh → voltages and sensitivities of the uniform body → training targets → matrix. */
export function buildEitModel({ outline, rings, body, greit, isLung }: ModelSettings): BuiltModel {
  const mesh = meshOutline(outline, rings);
  const solution = solveForward(mesh, new Float64Array(mesh.area.length).fill(1), body);
  const points = locatePoints(mesh);
  const mask = pixelMask(points);
  const targets = trainingTargets(mesh, points, sensitivity(mesh, solution), solution.voltages);
  const matrix = buildGreitMatrix(targets, mask, greit);
  const lungs = mask.map((inside, pixel) => {
    const x = (((pixel % eitImageWidth) + 0.5) * 2) / eitImageWidth - 1;
    const y = 1 - ((Math.floor(pixel / eitImageWidth) + 0.5) * 2) / eitImageWidth;
    return inside === 1 && isLung(x, y) ? 1 : 0;
  });
  const model: EitModel = {
    mask,
    lungs,
    pixels: Uint16Array.from([...mask.keys()].filter((pixel) => mask[pixel] === 1)),
    rows: Float32Array.from(matrix.rows),
    uniformVoltages: Float32Array.from(solution.voltages),
  };
  return {
    model,
    nodes: mesh.x.length,
    triangles: mesh.area.length,
    targets: targets.x.length,
    noiseVariance: matrix.noiseVariance,
  };
}
