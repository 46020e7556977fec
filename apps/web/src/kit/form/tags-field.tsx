import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import css from './choice-fields.module.css';
import { isComposingKey } from './input-method.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import formCss from './form.module.css';

type TagsFieldProps = FieldProps & {
  readonly name: string;
  readonly value: readonly string[];
  readonly maxTags?: number;
  readonly maxLength?: number;
  readonly onChange: (value: readonly string[]) => void;
  readonly onBlur?: (() => void) | undefined;
};

/**
 * Several short tags. Enter or a comma adds one, Backspace removes the last; pasted lists are
 * split.
 */
export function TagsField({
  name,
  value,
  maxTags = 50,
  maxLength = 40,
  onChange,
  onBlur,
  ...frame
}: TagsFieldProps) {
  const { t } = useTranslation('form');
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const next = withTags(value, text, maxTags, maxLength);
    if (next.length !== value.length) onChange(next);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Backspace' && typed === '' && value.length > 0)
      return onChange(value.slice(0, -1));
    if (!(event.key === 'Enter' && typed.trim() !== '') && event.key !== ',') return;
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (!SEPARATOR.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  return (
    <FieldFrame {...frame}>
      {(ties) => (
        <div
          className={`${formCss['box']} ${css['tags']}`}
          data-error={ties['aria-invalid']}
          data-off={frame.disabled}
        >
          {value.map((tag) => (
            <span key={tag} className={css['tag']}>
              {tag}
              <button
                type="button"
                aria-label={t('removeTag', { tag })}
                disabled={frame.disabled}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              >
                <ToolIcon name="close" size={14} />
              </button>
            </span>
          ))}
          <input
            {...ties}
            name={name}
            value={typed}
            maxLength={maxLength}
            disabled={frame.disabled}
            autoComplete="off"
            placeholder={value.length === 0 ? t('addTag') : undefined}
            onChange={(event) =>
              event.nativeEvent instanceof InputEvent &&
              !event.nativeEvent.isComposing &&
              SEPARATOR.test(event.currentTarget.value)
                ? add(event.currentTarget.value)
                : setTyped(event.currentTarget.value)
            }
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              if (typed.trim() !== '') add(typed);
              onBlur?.();
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}

/** Separators of a list: commas of both widths, the ideographic comma, line breaks, tabs. */
const SEPARATOR = /[,\uff0c\u3001\n\t]/u;

export function withTags(
  tags: readonly string[],
  text: string,
  maxTags: number,
  maxLength: number,
): readonly string[] {
  const fresh = text
    .split(SEPARATOR)
    .map((tag) => tag.trim().slice(0, maxLength))
    .filter((tag) => tag !== '');
  return [...new Set([...tags, ...fresh])].slice(0, maxTags);
}
