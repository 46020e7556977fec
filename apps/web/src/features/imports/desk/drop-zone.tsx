import { IMPORT_FILE_ENDINGS } from '@yamori/domain';
import { WFDB_PART_ENDINGS } from '@yamori/formats';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import css from '../imports.module.css';
import { droppedFiles, filePicker, type ChosenFile } from '../uploads/file-handles.ts';

/**
 * Accepts dropped files and opens the browser's file dialog. It shrinks to a strip once files are
 * listed.
 */
export function DropZone({
  onFiles,
  isSmall,
}: {
  onFiles: (files: readonly ChosenFile[]) => void;
  isSmall: boolean;
}) {
  const { t } = useTranslation('imports');
  const [over, setOver] = useState(false);
  const take = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then((files) => {
      if (files.length > 0) onFiles(files);
    });
  };
  return (
    <div
      className={css['drop']}
      data-over={over}
      data-small={isSmall}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <ToolIcon name="upload" size={isSmall ? 22 : 32} />
      <p className={css['dropWords']}>{t('desk.drop')}</p>
      <FileButton
        multiple
        kind={isSmall ? 'plain' : 'primary'}
        words={t('desk.choose')}
        onFiles={onFiles}
      />
      <p className={css['formats']}>{t('desk.formats')}</p>
    </div>
  );
}

type FileButtonProps = {
  readonly words: string;
  readonly multiple: boolean;
  readonly kind?: 'primary' | 'plain';
  readonly onFiles: (files: readonly ChosenFile[]) => void;
};

/** Several files of a record can be chosen; they are uploaded as one (decision 019). */
const ACCEPT = [...IMPORT_FILE_ENDINGS, ...WFDB_PART_ENDINGS]
  .map((ending) => `.${ending}`)
  .join(',');

/**
 * Opens the browser's dialog that also returns handles, if there is one; else a plain file input.
 */
export function FileButton({ words, multiple, kind = 'plain', onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => {
    const pick = multiple ? filePicker(globalThis.window) : null;
    if (pick === null) return input.current?.click();
    void pick().then((files) => {
      if (files.length > 0) onFiles(files);
    });
  };
  return (
    <>
      <Button kind={kind} onClick={choose}>
        {words}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={ACCEPT}
        aria-label={words}
        data-import-files
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])].map((file) => ({
            file,
            handle: null,
          }));
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
