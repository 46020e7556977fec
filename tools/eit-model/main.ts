import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { encodeEitModel, encodeThoraxModel } from '@yamori/signal';
import { buildEitModel, type ModelSettings } from './model-builder.ts';
import { meshOutline } from './ring-mesh.ts';
import { circleSettings, simulatorBody, simulatorRings, thoraxSettings } from './model-settings.ts';
import { thoraxPolynomial } from './thorax-polynomial.ts';

/** Builds the EIT assets of packages/signal: `node tools/eit-model/main.ts`. */
const assets = new URL('../../packages/signal/assets/', import.meta.url);
mkdirSync(assets, { recursive: true });
writeModel('eit-thorax', thoraxSettings);
writeModel('eit-circle', circleSettings);
writeSimulator('eit-thorax-simulator');

function writeModel(name: string, settings: ModelSettings): void {
  const { model, ...size } = buildEitModel(settings);
  const { body, greit, rings } = settings;
  write(name, encodeEitModel(model), { rings, body, greit, pixels: model.pixels.length, ...size });
}

function writeSimulator(name: string): void {
  const mesh = meshOutline(thoraxSettings.outline, simulatorRings);
  const model = thoraxPolynomial(mesh, simulatorBody);
  write(name, encodeThoraxModel(model), {
    rings: simulatorRings,
    body: simulatorBody,
    nodes: mesh.x.length,
    triangles: mesh.area.length,
  });
}

function write(name: string, bytes: ArrayBuffer, parameters: object): void {
  const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
  writeFileSync(new URL(`${name}.bin`, assets), new Uint8Array(bytes));
  writeFileSync(
    new URL(`${name}.json`, assets),
    `${JSON.stringify({ ...parameters, bytes: bytes.byteLength, sha256 }, null, 2)}\n`,
  );
  console.log(`${name}: ${bytes.byteLength} bytes, ${sha256.slice(0, 12)}`);
}
