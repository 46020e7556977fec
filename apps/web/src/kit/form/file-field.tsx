import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './choice-fields.module.css';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { checkFiles, sizeParts, type FileLimits } from './file-choice.ts';

type FileFieldProps = FieldProps &
  FileLimits & {
    readonly name: string;
    readonly value: readonly File[];
    readonly multiple?: boolean;
    readonly onChange: (files: readonly File[]) => void;
    readonly onBlur?: (() => void) | undefined;
  };

/** Files, chosen or dropped, with their sizes. Rejects files that do not fit, with the reason. */
export function FileField({
  name,
  value,
  multiple = false,
  accept,
  maxBytes,
  onChange,
  onBlur,
  ...frame
}: FileFieldProps) {
  const { t } = useTranslation('form');
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (files: readonly File[]): void => {
    const [taken, errors] = checkFiles(multiple ? files : files.slice(0, 1), { accept, maxBytes });
    setRefused(
      errors.length === 0
        ? null
        : errors
            .map(({ file, kind }) =>
              t(kind === 'size' ? 'fileTooLarge' : 'fileOfOtherKind', {
                name: file.name,
                ...formatSize(maxBytes ?? 0),
              }),
            )
            .join('\n'),
    );
    if (taken.length > 0) onChange(multiple ? [...value, ...taken] : taken);
    if (input.current !== null) input.current.value = '';
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    if (frame.disabled !== true) take([...event.dataTransfer.files]);
  };
  return (
    <FieldFrame {...frame} error={refused ?? frame.error ?? null}>
      {(ties) => (
        <div
          className={css['files']}
          data-error={ties['aria-invalid']}
          data-off={frame.disabled}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
        >
          <div className={css['drop']}>
            <ToolIcon name="upload" size={22} />
            <p>{t(multiple ? 'dropFiles' : 'dropFile')}</p>
            <input
              {...ties}
              ref={input}
              type="file"
              name={name}
              accept={accept}
              multiple={multiple}
              disabled={frame.disabled}
              onChange={(event) => take([...(event.currentTarget.files ?? [])])}
              onBlur={onBlur}
            />
          </div>
          {value.length === 0 ? null : (
            <ul>
              {value.map((file) => (
                <li key={`${file.name} ${file.size} ${file.lastModified}`}>
                  <span>{file.name}</span>
                  <span>{t('fileSize', formatSize(file.size))}</span>
                  <button
                    type="button"
                    aria-label={t('removeFile', { name: file.name })}
                    disabled={frame.disabled}
                    onClick={() => onChange(value.filter((other) => other !== file))}
                  >
                    <ToolIcon name="close" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

const formatSize = (bytes: number): { size: string; unit: string } => sizeParts(bytes);
