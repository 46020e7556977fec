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
  /** Marks the field as required; `check` reports that it is empty. */
  readonly required?: boolean;
  /** OK is disabled until this returns true; a returned text is shown as the reason. */
  readonly check?: Rule<string>;
  readonly type?: 'text' | 'email' | 'password';
  readonly maxLength?: number;
  readonly ok?: string;
  readonly cancel?: string;
  readonly kind?: 'plain' | 'danger';
};
