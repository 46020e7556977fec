import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';

export type DrawnLine = readonly { readonly x: number; readonly y: number }[];
export type DrawnPage = {
  /** What is written, each piece with the place that it takes, from the lower left corner. */
  readonly words: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
  /** Lines of three points and more: rules have two, and frames are closed. */
  readonly lines: readonly DrawnLine[];
};

/** How a reader of the file names what is done: a path with its parts, and what is done with it. */
const [CONSTRUCT_PATH, MOVE, LINE, CURVE, CLOSE] = [91, 0, 1, 2, 4] as const;
const pathWords = z.tuple([
  z.number(),
  z.tuple([z.record(z.string(), z.number()).nullable()]),
  z.unknown(),
]);
const item = z.object({ str: z.string(), width: z.number(), transform: z.array(z.number()) });

/** The pages of a PDF as a reader of the format finds them. */
export async function drawnPages(bytes: Uint8Array): Promise<DrawnPage[]> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const [text, { fnArray, argsArray }] = [
        await page.getTextContent(),
        await page.getOperatorList(),
      ];
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
        name === CONSTRUCT_PATH ? [pathWords.parse(plainArguments(argsArray[at]))[1][0]] : [],
      );
      return {
        words,
        lines: paths
          .flatMap((path) => (path === null ? [] : linesOf(Object.values(path))))
          .filter(({ length }) => length > 2),
      };
    }),
  );
}

const plainArguments = (words: unknown): unknown => JSON.parse(JSON.stringify(words));

function linesOf(parts: readonly number[]): DrawnLine[] {
  const lines: { x: number; y: number }[][] = [];
  for (let at = 0; at < parts.length;) {
    const part = parts[at];
    const point = { x: parts[at + 1] ?? 0, y: parts[at + 2] ?? 0 };
    if (part === MOVE) lines.push([point]);
    else if (part === LINE) lines.at(-1)?.push(point);
    // What is closed is a frame, what is round a point.
    else lines.pop();
    at += part === CURVE ? 7 : part === CLOSE ? 1 : 3;
  }
  return lines;
}
