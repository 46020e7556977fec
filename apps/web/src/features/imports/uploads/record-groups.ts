import { groupWfdbFiles, isWfdbPart } from '@yamori/formats';
import type { ChosenFile } from './file-handles.ts';

/** A header is a page of text; a larger file is not a header. */
const MAX_HEADER_BYTES = 1024 * 1024;

/**
 * Groups the files of one record into one choice, named after the record; other files stay
 * separate. Keeps the order.
 */
export async function groupChosen(files: readonly ChosenFile[]): Promise<readonly ChosenFile[]> {
  // The same file chosen again replaces the first one.
  const byName = new Map(
    files
      .filter(({ file }) => isWfdbPart(file.name))
      .map((chosen) => [chosen.file.name, chosen.file]),
  );
  const headers = new Map<string, string>();
  for (const [name, file] of byName)
    if (/\.hea$/i.test(name) && file.size <= MAX_HEADER_BYTES)
      headers.set(name, await file.text().catch(() => ''));
  const { records, others } = groupWfdbFiles([...byName.keys()], (name) => headers.get(name) ?? '');
  const bundled = records.flatMap(({ recordName, members }): readonly ChosenFile[] => {
    const parts = members.flatMap((name) => byName.get(name) ?? []);
    const [file] = parts;
    return file === undefined
      ? []
      : [{ file, handle: null, record: { name: `${recordName}.zip`, parts } }];
  });
  return [
    ...files.filter(({ file }) => !isWfdbPart(file.name) || others.includes(file.name)),
    ...bundled,
  ];
}
