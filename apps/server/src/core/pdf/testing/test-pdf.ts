import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';

export type DrawnLine = readonly { readonly x: number; readonly y: number }[];
export type DrawnPage = {
  /** Texts with their positions, in points from the lower left corner. */
  readonly words: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
  /** Polylines of three points or more: rules have two, and frames are closed. */
  readonly lines: readonly DrawnLine[];
};

/** Operator codes of PDF.js: paths, and the segments of a path. */
const CONSTRUCT_PATH = 91;
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const CLOSE = 4;
/** Numbers of a segment: its code and its points. */
const SEGMENT_LENGTHS: Readonly<Record<number, number>> = {
  [MOVE]: 3,
  [LINE]: 3,
  [CURVE]: 7,
  [CLOSE]: 1,
};
const pathTokens = z.tuple([
  z.number(),
  z.tuple([z.record(z.string(), z.number()).nullable()]),
  z.unknown(),
]);
const item = z.object({ str: z.string(), width: z.number(), transform: z.array(z.number()) });

/** Reads the pages of a PDF with PDF.js. */
export async function drawnPages(bytes: Uint8Array): Promise<DrawnPage[]> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const text = await page.getTextContent();
      const { fnArray, argsArray } = await page.getOperatorList();
      const words = text.items
        .map((one) => item.parse(one))
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, width, transform }) => ({
          text: str,
          width,
          x: transform[4] ?? 0,
          y: transform[5] ?? 0,
        }));
      const paths = fnArray.flatMap((name, at) =>
        name === CONSTRUCT_PATH ? [pathTokens.parse(plainArguments(argsArray[at]))[1][0]] : [],
      );
      return {
        words,
        lines: paths
          .flatMap((path) => (path === null ? [] : collectLines(Object.values(path))))
          .filter(({ length }) => length > 2),
      };
    }),
  );
}

const plainArguments = (words: unknown): unknown => JSON.parse(JSON.stringify(words));

function collectLines(parts: readonly number[]): DrawnLine[] {
  const lines: { x: number; y: number }[][] = [];
  for (let at = 0; at < parts.length;) {
    const part = parts[at];
    const point = { x: parts[at + 1] ?? 0, y: parts[at + 2] ?? 0 };
    if (part === MOVE) lines.push([point]);
    else if (part === LINE) lines.at(-1)?.push(point);
    // Closed paths are frames, curves are points.
    else lines.pop();
    at += SEGMENT_LENGTHS[part ?? MOVE] ?? 3;
  }
  return lines;
}
