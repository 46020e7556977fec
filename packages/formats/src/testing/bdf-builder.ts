import { buildEdf, type EdfFileOptions } from './edf-builder.ts';

/**
 * Like `buildEdf` for BDF: another magic, 3-byte samples, also 30 samples in an annotation record.
 */
export function buildBdf(options: EdfFileOptions): Uint8Array {
  const signals = options.signals ?? [];
  const narrow = buildEdf(options);
  const header = narrow.slice(0, 256 * (1 + signals.length));
  header.set([0xff, ...new TextEncoder().encode('BIOSEMI')]);
  const body: number[] = [];
  for (let record = 0; record < (signals[0]?.records.length ?? 0); record++) {
    for (const signal of signals) {
      const content = signal.records[record] ?? [];
      if (typeof content === 'string') {
        const bytes = new Uint8Array(90);
        bytes.set(new TextEncoder().encode(content));
        body.push(...bytes);
      } else {
        for (const value of content)
          body.push(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff);
      }
    }
  }
  return Uint8Array.from([...header, ...body]);
}
