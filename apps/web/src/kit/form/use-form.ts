import type { Problem } from '@yamori/domain';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type Ref } from 'react';
import { useProblemMessage } from '../pages/use-problem-message.ts';
import {
  createFormStore,
  findErrors,
  isDirty,
  isEqualValue,
  type FieldErrors,
  type FormRules,
  type FormStore,
  type FormValues,
} from './form-store.ts';
import type { FieldError } from './form-rules.ts';
import { useIssueMessage } from './use-issue-message.ts';

type FormSetup<Values extends FormValues> = {
  readonly initial: Values;
  readonly rules?: FormRules<NoInfer<Values>>;
  /**
   * Called with values that meet every rule. A returned problem is shown: at its fields, the rest
   * above the buttons.
   */
  readonly submit: (values: NoInfer<Values>) => Promise<Problem | null | void>;
};

export type FieldBinding<Name extends string, Value> = {
  readonly name: Name;
  readonly value: Value;
  readonly error: FieldError;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
};

export type Form<Values extends FormValues> = {
  readonly values: Values;
  /** `<TextField label=… {...form.field('name')} />` */
  readonly field: <Name extends keyof Values & string>(
    name: Name,
  ) => FieldBinding<Name, Values[Name]>;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** `<form {...form.bind}>` */
  readonly bind: {
    readonly ref: Ref<HTMLFormElement>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
    readonly 'aria-busy': boolean;
    readonly 'data-unsaved': boolean;
  };
  readonly busy: boolean;
  readonly dirty: boolean;
  /** The current state, even between two renders. */
  readonly isDirty: () => boolean;
  /** The server's error about the whole form. */
  readonly errorText: string | null;
  /** Shows all errors, and focuses the first one. Returns true without errors. */
  readonly validate: () => boolean;
  readonly showProblem: (problem: Problem) => void;
  readonly reset: (values?: Values) => void;
};

/**
 * Form state with validation and submission. A field shows its error once it was changed and left;
 * the server's errors appear at their fields.
 */
export function useForm<Values extends FormValues>({
  initial,
  rules = {},
  submit,
}: FormSetup<Values>): Form<Values> {
  const [store] = useState(() => createFormStore(initial));
  const state = useSyncExternalStore(store.subscribe, store.current);
  const [element, focusFirstError] = useFirstErrorFocus();
  const showProblem = useServerErrors(store, focusFirstError);
  const errors = findErrors(rules, state.values);
  const shown = (name: keyof Values): FieldError =>
    state.serverErrors[name] ?? (state.visited.has(name) ? (errors[name] ?? null) : null);

  const validate = (): boolean => {
    const found = Object.keys(findErrors(rules, store.current().values));
    store.markVisited(Object.keys(rules));
    if (found.length > 0) focusFirstError();
    return found.length === 0;
  };
  const send = async (): Promise<void> => {
    if (store.current().busy || !validate()) return;
    const { values } = store.current();
    store.startSending();
    try {
      const problem = await submit(values);
      if (problem === null || problem === undefined) store.markSaved(values);
      else showProblem(problem);
    } finally {
      store.stopSending();
    }
  };
  return {
    values: state.values,
    field: (name) => ({
      name,
      value: state.values[name],
      error: shown(name),
      onChange: (value) => store.set(name, value),
      onBlur: () => afterPress(document, () => markIfChanged(store, name)),
    }),
    set: store.set,
    bind: {
      // Found by kit/pages/unsaved-work.ts before the page reloads for an update.
      ref: element,
      noValidate: true,
      'aria-busy': state.busy,
      'data-unsaved': isDirty(state),
      onSubmit: (event) => {
        event.preventDefault();
        void send();
      },
    },
    busy: state.busy,
    dirty: isDirty(state),
    isDirty: () => isDirty(store.current()),
    errorText: state.errorText,
    validate,
    showProblem,
    reset: store.reset,
  };
}

/** A field that the user only tabbed through shows no error yet. */
function markIfChanged<Values extends FormValues>(
  store: FormStore<Values>,
  name: keyof Values,
): void {
  const { values, saved } = store.current();
  if (!isEqualValue(values[name], saved[name])) store.markVisited([name]);
}

/** Shows the server's errors at the fields of the form; the rest applies to the whole form. */
function useServerErrors<Values extends FormValues>(
  store: FormStore<Values>,
  focusFirstError: () => void,
): (problem: Problem) => void {
  const formatProblem = useProblemMessage();
  const issueMessage = useIssueMessage();
  return (problem) => {
    const { values } = store.current();
    const serverErrors: { [Name in keyof Values]?: string } = {};
    const rest: string[] = [];
    for (const issue of problem.issues ?? []) {
      const name = Object.keys(values).find(
        (known) => issue.field === known || issue.field.startsWith(`${known}.`),
      );
      if (name === undefined) rest.push(issueMessage(issue));
      // `Object.keys` returns strings; these are keys of `Values`.
      else serverErrors[name as keyof Values] ??= issueMessage(issue);
    }
    // A problem about one field only, such as an address that is taken.
    const placed =
      problem.issues === undefined
        ? Object.keys(values).find((known) => known === problem.place)
        : undefined;
    if (placed !== undefined) serverErrors[placed as keyof Values] = formatProblem(problem);
    const atFields = Object.keys(serverErrors).length > 0;
    store.setServerErrors(
      serverErrors as FieldErrors<Values>,
      atFields && rest.length === 0 ? null : [formatProblem(problem), ...rest].join('\n'),
    );
    if (atFields) focusFirstError();
  };
}

/** The form's ref, and a function that focuses its first invalid control after the next render. */
function useFirstErrorFocus(): readonly [Ref<HTMLFormElement>, () => void] {
  const element = useRef<HTMLFormElement>(null);
  const [leads, setLeads] = useState(0);
  useEffect(() => {
    const marked =
      leads > 0 ? element.current?.querySelector<HTMLElement>("[aria-invalid='true']") : null;
    // A group cannot be focused; its first control can.
    (marked?.matches('fieldset') === true
      ? marked.querySelector<HTMLElement>('input:checked, input')
      : marked
    )?.focus();
  }, [leads]);
  return [element, () => setLeads((before) => before + 1)];
}

/** Longer than a click; a held button is not waited for. */
const MAX_PRESS_MS = 400;

/**
 * Runs now, or after the current pointer press. An error that appears on blur may move the button
 * that is being pressed, and the click would miss it.
 */
function afterPress(page: Document, run: () => void): void {
  if (page.querySelector(':active') === null) return run();
  const over = new AbortController();
  const finish = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    // After the click, which follows in the same turn.
    setTimeout(run);
  };
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, finish, { signal: over.signal, capture: true });
  setTimeout(finish, MAX_PRESS_MS);
}
