import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** The context printed with every figure. */
export function printMachine(versions: Readonly<Record<string, string>> = {}): void {
  const [cpu] = cpus();
  console.log(
    `machine: ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB; node ${process.versions.node}`,
  );
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  if (named.length > 0) console.log(`versions: ${named.join(', ')}`);
}

/** Version of an installed package, from its manifest. */
export function readVersion(name: string): string {
  const manifest: { version?: string } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../node_modules', name, 'package.json'), 'utf8'),
  );
  return manifest.version ?? 'unknown';
}

export function commandVersion(command: string, ...words: string[]): string {
  try {
    return execFileSync(command, words, { encoding: 'utf8' }).trim().split('\n')[0] ?? 'unknown';
  } catch {
    return 'absent';
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
