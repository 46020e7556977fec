import type { Rule } from '../form/form-rules.ts';

export type TellRequest = {
  readonly title: string;
  readonly message: string;
  readonly ok?: string;
};
/**
 * The action cannot be undone, so a premature Enter does not trigger it. Dangerous actions are
 * final by default.
 */
type Final = { readonly isFinal?: boolean };
export type ConfirmRequest = TellRequest &
  Final & { readonly cancel?: string; readonly kind?: 'plain' | 'danger' };
export type PromptRequest = Final & {
  readonly title: string;
  readonly message?: string;
  readonly label: string;
  readonly initial?: string;
  /** The field has the mark of one that must be filled; `check` says why it is not. */
  readonly required?: boolean;
  /** OK stays disabled until this is true; a text says why. */
  readonly check?: Rule<string>;
  readonly type?: 'text' | 'email' | 'password';
  readonly maxLength?: number;
  readonly ok?: string;
  readonly cancel?: string;
  readonly kind?: 'plain' | 'danger';
};
