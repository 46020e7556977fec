import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import { TextField } from '../form/text-field.tsx';
import { DialogBody, DialogFoot, DialogText } from './dialog-parts.tsx';
import type { ConfirmRequest, PromptRequest, TellRequest } from './dialog-requests.ts';

export function Message({
  message,
  ok,
  onDone,
}: Omit<TellRequest, 'title'> & { onDone: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <DialogBody>
      <DialogText>{message}</DialogText>
      <DialogFoot>
        <Button kind="primary" onClick={onDone}>
          {ok ?? t('close')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

export function Confirmation({
  message,
  ok,
  cancel,
  kind,
  isFinal = kind === 'danger',
  onAnswer,
}: Omit<ConfirmRequest, 'title'> & { onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <DialogBody>
      <DialogText>{message}</DialogText>
      <DialogFoot>
        {/* Enter pressed too early is not to do what cannot be taken back. */}
        <Button startsHere={isFinal} onClick={() => onAnswer(false)}>
          {cancel ?? t('cancel')}
        </Button>
        <Button
          startsHere={!isFinal}
          kind={kind === 'danger' ? 'danger' : 'primary'}
          onClick={() => onAnswer(true)}
        >
          {ok ?? t('ok')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}

export function TextPrompt({
  message,
  label,
  initial = '',
  required = false,
  check,
  type = 'text',
  maxLength,
  ok,
  cancel,
  kind,
  isFinal = kind === 'danger',
  onAnswer,
}: Omit<PromptRequest, 'title'> & { onAnswer: (text: string | null) => void }) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const [text, setText] = useState(initial);
  const [touched, setTouched] = useState(false);
  const outcome = check === undefined ? true : check(text);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (outcome !== true) return;
    // The Enter that ends a Japanese composition may submit a form: it focuses the buttons, the
    // first of which cancels.
    if (isFinal) event.currentTarget.querySelector<HTMLElement>('button[data-kind]')?.focus();
    else onAnswer(text);
  };
  const change = (next: string): void => {
    setText(next);
    setTouched(true);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogBody>
        {message === undefined ? null : <DialogText id={id}>{message}</DialogText>}
        <TextField
          label={label}
          required={required}
          type={type}
          name="answer"
          autoComplete="off"
          value={text}
          maxLength={maxLength}
          error={touched && outcome !== true ? outcome : null}
          onChange={change}
          describedBy={message === undefined ? undefined : id}
        />
        <DialogFoot>
          <Button onClick={() => onAnswer(null)}>{cancel ?? t('cancel')}</Button>
          <Button
            submit={!isFinal}
            kind={kind === 'danger' ? 'danger' : 'primary'}
            disabled={outcome !== true}
            onClick={isFinal ? () => onAnswer(text) : undefined}
          >
            {ok ?? t('ok')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
