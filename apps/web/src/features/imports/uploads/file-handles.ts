/**
 * A file that somebody chose or dropped, with the browser's handle on it where there is one.
 * `record`: it is several files of one recording, of which `file` is the first until they are
 * bundled.
 */
export type ChosenFile = {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
  readonly record?: { readonly name: string; readonly parts: readonly File[] };
};

/** What browsers that keep handles can be asked; the type library knows nothing of it yet. */
type Askable = FileSystemFileHandle & {
  readonly queryPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
  readonly requestPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
};

export const isFileHandle = (value: unknown): value is FileSystemFileHandle =>
  typeof FileSystemFileHandle !== 'undefined' &&
  value instanceof FileSystemFileHandle &&
  value.kind === 'file';

const isAskable = (handle: FileSystemFileHandle): handle is Askable =>
  'queryPermission' in handle && 'requestPermission' in handle;

/** Whether a handle that was kept may be read: at once, after a press of a button, or no more. */
export async function readingOf(
  handle: FileSystemFileHandle | null,
): Promise<'granted' | 'ask' | 'gone'> {
  if (handle === null || !isAskable(handle)) return 'gone';
  const permission = await handle.queryPermission({ mode: 'read' }).catch(() => 'denied');
  return permission === 'granted' ? 'granted' : permission === 'prompt' ? 'ask' : 'gone';
}

/**
 * Asks the person, who must just have pressed a button. Null when they refuse or the file is gone.
 */
export async function askToRead(handle: FileSystemFileHandle): Promise<File | null> {
  if (
    isAskable(handle) &&
    (await handle.requestPermission({ mode: 'read' }).catch(() => 'denied')) !== 'granted'
  )
    return null;
  return fileOf(handle);
}

/** Null for a file that was moved or removed. */
export const fileOf = (handle: FileSystemFileHandle): Promise<File | null> =>
  handle.getFile().catch(() => null);

type Picker = (options: { readonly multiple: boolean }) => Promise<readonly FileSystemFileHandle[]>;

/**
 * The browser's own dialog where it gives handles; null where there is none, and a plain field has
 * to do.
 */
export function filePicker(view: Window): (() => Promise<readonly ChosenFile[]>) | null {
  const pick: unknown = Reflect.get(view, 'showOpenFilePicker');
  if (typeof pick !== 'function') return null;
  return async () => {
    try {
      // Its form is that of the File System Access specification; asked for above.
      const handles = await (pick as Picker).call(view, { multiple: true });
      const chosen = await Promise.all(
        handles.map(async (handle) => ({ file: await fileOf(handle), handle })),
      );
      return chosen.flatMap(({ file, handle }) => (file === null ? [] : [{ file, handle }]));
    } catch (error) {
      // Closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return [];
      throw error;
    }
  };
}

type Droppable = DataTransferItem & {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

/** Dropped files. Has to be called in the event itself: what was dropped is gone afterwards. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const files = [...transfer.files];
  const items: readonly Droppable[] = [...transfer.items].filter(({ kind }) => kind === 'file');
  const handles = await Promise.all(
    items.map(async (item) => item.getAsFileSystemHandle?.().catch(() => null) ?? null),
  );
  return files.map((file, index) => {
    const handle = handles[index] ?? null;
    return { file, handle: isFileHandle(handle) ? handle : null };
  });
}
