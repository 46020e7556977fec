import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { checkFiles, sizeParts } from './file-choice.ts';
import { FormError } from './form-error.tsx';
import css from './picture-field.module.css';
import {
  MAX_PICTURE_BYTES,
  PICTURE_KINDS,
  smallPicture,
  type PictureFit,
} from './small-picture.ts';

type PictureFieldProps = {
  /** A `data:` URL; empty for none. */
  readonly picture: string;
  readonly fit: PictureFit;
  readonly disabled: boolean;
  readonly words: {
    readonly name: string;
    readonly none: string;
    readonly choose: string;
    readonly remove: string;
    readonly hint: string;
  };
  readonly onChange: (picture: string) => void;
};

/** Uploads a picture, scaled down before it is sent. */
export function PictureField({ picture, fit, disabled, words, onChange }: PictureFieldProps) {
  const { t } = useTranslation('form');
  const input = useRef<HTMLInputElement>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = '';
    if (file === undefined) return;
    const [, [error]] = checkFiles([file], { accept: PICTURE_KINDS, maxBytes: MAX_PICTURE_BYTES });
    const { size, unit } = sizeParts(MAX_PICTURE_BYTES);
    if (error !== undefined)
      return setErrorText(
        error.kind === 'size'
          ? t('fileTooLarge', { name: file.name, size, unit })
          : t('fileOfOtherKind', { name: file.name }),
      );
    const made = await smallPicture(file, fit);
    setErrorText(made === null ? t('pictureUnreadable') : null);
    if (made !== null) onChange(made);
  };
  return (
    <div className={css['picture']}>
      <span className={css['place']}>
        {picture === '' ? (
          <span className={css['quiet']}>{words.none}</span>
        ) : (
          <img src={picture} alt={words.name} />
        )}
      </span>
      <div>
        <div className={css['acts']}>
          <Button disabled={disabled} onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
          {picture === '' ? null : (
            <Button
              disabled={disabled}
              onClick={() => {
                setErrorText(null);
                onChange('');
              }}
            >
              {words.remove}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={PICTURE_KINDS}
          aria-label={words.choose}
          hidden
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <p className={css['hint']}>{words.hint}</p>
        <FormError message={errorText} />
      </div>
    </div>
  );
}
