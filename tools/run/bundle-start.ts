import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

// Every entry of a bundle imports this first. Stacks name source files and lines: a map is read
// with the first stack that needs it; with `--enable-source-maps` Node reads it at each start.

// Node is silent about deprecated calls of packages, which it knows by their folder.
process.noDeprecation = true;

/** Node's type lacks `toString`, which formats the frame for a stack. */
type Frame = NodeJS.CallSite & { toString(): string };

const maps = new Map<string, SourceMap | null>();

function openMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    // A module of Node's own, or a bundle that is being replaced.
    return null;
  }
}

function getMap(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = openMap(file);
  maps.set(file, map);
  return map;
}

/** Packages have no mappings: an entry of an earlier line belongs to another file. */
function describeFrame(frame: Frame): string {
  const text = frame.toString();
  const [file, line, column] = [
    frame.getFileName(),
    frame.getLineNumber(),
    frame.getColumnNumber(),
  ];
  if (!file?.startsWith('file:') || line === null || column === null) return text;
  const entry = getMap(file)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry) || entry.generatedLine !== line - 1)
    return text;
  const source = new URL(entry.originalSource, file).href;
  return text.replace(
    `${file}:${line}:${column}`,
    `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
  );
}

Error.prepareStackTrace = (error, frames) =>
  [
    Error.prototype.toString.call(error),
    ...frames.map((frame) => `    at ${describeFrame(frame)}`),
  ].join('\n');
