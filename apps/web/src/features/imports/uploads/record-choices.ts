import { isWfdbPart } from '@yamori/formats';
import type { ChosenFile } from './file-handles.ts';
import type { ImportItem } from './import-item.ts';
import { groupChosen } from './record-groups.ts';

/** The files of each record's card, so that a missing one can still join. */
type RecordChoices = {
  readonly note: (id: string, parts: readonly File[]) => void;
  readonly forget: (id: string) => void;
  /** The choices to add, and the cards that they replace. */
  readonly join: (
    files: readonly ChosenFile[],
    items: readonly ImportItem[],
  ) => Promise<{ readonly added: readonly ChosenFile[]; readonly replaced: readonly string[] }>;
};

export const holdsRecord = (files: readonly ChosenFile[]): boolean =>
  files.some(({ file }) => isWfdbPart(file.name));

export function createRecordChoices(): RecordChoices {
  const parts = new Map<string, readonly File[]>();
  return {
    note: (id, own) => {
      if (own.length > 0) parts.set(id, own);
    },
    forget: (id) => void parts.delete(id),
    async join(files, items) {
      const waiting = items.filter((item) => lacksFile(item) && parts.has(item.id));
      const earlier = waiting.flatMap(({ id }) =>
        (parts.get(id) ?? []).map((file): ChosenFile => ({ file, handle: null })),
      );
      const names = new Set(files.map(({ file }) => file.name));
      const added = (await groupChosen([...earlier, ...files])).filter(({ file, record }) =>
        (record?.parts ?? [file]).some(({ name }) => names.has(name)),
      );
      const joined = new Set(added.flatMap(({ record }) => record?.parts ?? []));
      return {
        added,
        replaced: waiting.flatMap(({ id }) =>
          (parts.get(id) ?? []).some((file) => joined.has(file)) ? [id] : [],
        ),
      };
    },
  };
}

/** Read, but a file that it names is missing and may still be added. */
const lacksFile = ({ stage, check }: ImportItem): boolean =>
  stage.kind === 'checked' &&
  check !== null &&
  check.faults.some(({ code }) => code === 'missingFile');
