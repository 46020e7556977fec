import { mkdirSync, writeFileSync } from 'node:fs';
import { damagedVectors, fileVector, goodVectors } from '../src/testing/vector-cases.ts';
import { fileVectorText, vectorText } from '../src/testing/vector-text.ts';

// Writes vectors/*.bin and *.json. A test compares the committed files with the encoder's output.
const folder = new URL('../vectors/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const vector of [...goodVectors(), ...damagedVectors()]) {
  writeFileSync(new URL(`${vector.name}.bin`, folder), vector.bytes);
  writeFileSync(new URL(`${vector.name}.json`, folder), vectorText(vector));
}
writeFileSync(new URL('file.ymr', folder), fileVector().bytes);
writeFileSync(new URL('file.json', folder), fileVectorText());
