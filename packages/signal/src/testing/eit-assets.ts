import { readFileSync } from 'node:fs';
import { decodeEitModel, type EitModel } from '../eit/eit-model.ts';
import { decodeThoraxModel, type ThoraxModel } from '../eit/thorax-simulator.ts';

/** Loads a committed asset. */
export function assetBytes(name: string): ArrayBuffer {
  const bytes = readFileSync(new URL(`../../assets/${name}.bin`, import.meta.url));
  return Uint8Array.from(bytes).buffer;
}

export function eitAsset(shape: 'thorax' | 'circle'): EitModel {
  return decodeEitModel(assetBytes(`eit-${shape}`));
}

export function thoraxAsset(): ThoraxModel {
  return decodeThoraxModel(assetBytes('eit-thorax-simulator'));
}
