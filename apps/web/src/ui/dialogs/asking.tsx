import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import type { Rule } from '../form/rule.ts';
import { TextField } from '../form/text-field.tsx';
import { DialogBody, DialogFoot, DialogText } from './dialog-parts.tsx';
import type { Dialogs } from './dialog-store.ts';

export type TellRequest = { readonly title: string; readonly message: string; readonly ok?: string };
export type ConfirmRequest = TellRequest & { readonly cancel?: string; readonly kind?: 'plain' | 'danger' };
export type PromptRequest = {
  readonly title: string;
  readonly message?: string;
  readonly label: string;
  readonly initial?: string;
  /** OK stays disabled until this is true; a text says why. */
  readonly check?: Rule<string>;
  readonly type?: 'text' | 'email' | 'password';
  readonly maxLength?: number;
  readonly ok?: string;
  readonly cancel?: string;
  readonly kind?: 'plain' | 'danger';
};

export const tell = (dialogs: Dialogs, { title, ...request }: TellRequest): Promise<void> =>
  dialogs.open<void>({ title, size: 'small', closesBeside: true }, undefined, (answer) => <Told {...request} onDone={() => answer()} />);

export const askYesOrNo = (dialogs: Dialogs, { title, kind = 'plain', ...request }: ConfirmRequest): Promise<boolean> =>
  dialogs.open({ title, kind, size: 'small', closesBeside: true }, false, (answer) => <YesOrNo {...request} kind={kind} onAnswer={answer} />);

export const askForText = (dialogs: Dialogs, { title, kind = 'plain', ...request }: PromptRequest): Promise<string | null> =>
  dialogs.open<string | null>({ title, kind, size: 'small' }, null, (answer) => <TextAsked {...request} kind={kind} onAnswer={answer} />);

function Told({ message, ok, onDone }: Omit<TellRequest, 'title'> & { onDone: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <DialogBody>
      <DialogText>{message}</DialogText>
      <DialogFoot><Button kind="primary" onClick={onDone}>{ok ?? t('close')}</Button></DialogFoot>
    </DialogBody>
  );
}

function YesOrNo({ message, ok, cancel, kind, onAnswer }: Omit<ConfirmRequest, 'title'> & { onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation('dialogs');
  const danger = kind === 'danger';
  return (
    <DialogBody>
      <DialogText>{message}</DialogText>
      <DialogFoot>
        {/* Enter pressed too early is not to do what cannot be taken back. */}
        <Button startsHere={danger} onClick={() => onAnswer(false)}>{cancel ?? t('cancel')}</Button>
        <Button startsHere={!danger} kind={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>{ok ?? t('ok')}</Button>
      </DialogFoot>
    </DialogBody>
  );
}

function TextAsked({ message, label, initial = '', check, type = 'text', maxLength, ok, cancel, kind, onAnswer }: Omit<PromptRequest, 'title'> & { onAnswer: (text: string | null) => void }) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const [text, setText] = useState(initial);
  const [touched, setTouched] = useState(false);
  const outcome = check === undefined ? true : check(text);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (outcome === true) onAnswer(text);
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
          label={label} type={type} name="answer" autoComplete="off" value={text} maxLength={maxLength}
          fault={touched && outcome !== true ? outcome : null} onChange={change} describedBy={message === undefined ? undefined : id}
        />
        <DialogFoot>
          <Button onClick={() => onAnswer(null)}>{cancel ?? t('cancel')}</Button>
          <Button submit kind={kind === 'danger' ? 'danger' : 'primary'} disabled={outcome !== true}>{ok ?? t('ok')}</Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
