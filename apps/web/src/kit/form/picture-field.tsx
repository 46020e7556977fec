import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { fileFaults, sizeParts } from './file-choice.ts';
import { FormTrouble } from './form-trouble.tsx';
import css from './picture-field.module.css';
import {
  MAX_PICTURE_BYTES,
  PICTURE_KINDS,
  smallPicture,
  type PictureFit,
} from './small-picture.ts';

type PictureFieldProps = {
  /** As a `data:` address; empty for none. */
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

/** A picture of one's own, made small before it is sent. */
export function PictureField({ picture, fit, disabled, words, onChange }: PictureFieldProps) {
  const { t } = useTranslation('form');
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (input.current !== null) input.current.value = '';
    if (file === undefined) return;
    const [, [fault]] = fileFaults([file], { accept: PICTURE_KINDS, maxBytes: MAX_PICTURE_BYTES });
    const { size, unit } = sizeParts(MAX_PICTURE_BYTES);
    if (fault !== undefined)
      return setTrouble(
        fault.kind === 'size'
          ? t('fileTooLarge', { name: file.name, size, unit })
          : t('fileOfOtherKind', { name: file.name }),
      );
    const made = await smallPicture(file, fit);
    setTrouble(made === null ? t('pictureUnreadable') : null);
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
                setTrouble(null);
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
        <FormTrouble words={trouble} />
      </div>
    </div>
  );
}
