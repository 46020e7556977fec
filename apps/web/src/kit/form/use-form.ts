import type { Problem } from '@yamori/domain';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type Ref } from 'react';
import { useProblemWords } from '../pages/problem-words.ts';
import {
  createFormStore,
  findFaults,
  isDirty,
  sameValue,
  type FormFaults,
  type FormRules,
  type FormStore,
  type FormValues,
} from './form-store.ts';
import type { Fault } from './form-rules.ts';
import { useIssueMessage } from './issue-words.ts';

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
  readonly fault: Fault;
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
  /** As of this moment, also between two renderings. */
  readonly isDirty: () => boolean;
  /** The server's error about the whole form. */
  readonly trouble: string | null;
  /** Shows all errors, and focuses the first one. Returns true without errors. */
  readonly validate: () => boolean;
  readonly refuse: (problem: Problem) => void;
  readonly reset: (values?: Values) => void;
};

/**
 * A form: values, rules that run on change once a field was filled and left, the server's refusals
 * at their fields, and sending.
 */
export function useForm<Values extends FormValues>({
  initial,
  rules = {},
  submit,
}: FormSetup<Values>): Form<Values> {
  const [store] = useState(() => createFormStore(initial));
  const state = useSyncExternalStore(store.subscribe, store.current);
  const [element, leadToFault] = useFaultLead();
  const refuse = useRefusal(store, leadToFault);
  const faults = findFaults(rules, state.values);
  const shown = (name: keyof Values): Fault =>
    state.refused[name] ?? (state.seen.has(name) ? (faults[name] ?? null) : null);

  const validate = (): boolean => {
    const found = Object.keys(findFaults(rules, store.current().values));
    store.see(Object.keys(rules));
    if (found.length > 0) leadToFault();
    return found.length === 0;
  };
  const send = async (): Promise<void> => {
    if (store.current().busy || !validate()) return;
    const { values } = store.current();
    store.startSending();
    try {
      const problem = await submit(values);
      if (problem === null || problem === undefined) store.sent(values);
      else refuse(problem);
    } finally {
      store.stopSending();
    }
  };
  return {
    values: state.values,
    field: (name) => ({
      name,
      value: state.values[name],
      fault: shown(name),
      onChange: (value) => store.set(name, value),
      onBlur: () => afterPress(document, () => seeIfTouched(store, name)),
    }),
    set: store.set,
    bind: {
      // An update of the page looks for what would be lost (kit/pages/unsaved-work.ts).
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
    trouble: state.trouble,
    validate,
    refuse,
    reset: store.reset,
  };
}

/** A field that the user only tabbed through shows no error yet. */
function seeIfTouched<Values extends FormValues>(
  store: FormStore<Values>,
  name: keyof Values,
): void {
  const { values, kept } = store.current();
  if (!sameValue(values[name], kept[name])) store.see([name]);
}

/** Shows the server's errors at the fields of the form; the rest applies to the whole form. */
function useRefusal<Values extends FormValues>(
  store: FormStore<Values>,
  leadToFault: () => void,
): (problem: Problem) => void {
  const problemWords = useProblemWords();
  const issueMessage = useIssueMessage();
  return (problem) => {
    const { values } = store.current();
    const refused: { [Name in keyof Values]?: string } = {};
    const rest: string[] = [];
    for (const issue of problem.issues ?? []) {
      const name = Object.keys(values).find(
        (known) => issue.field === known || issue.field.startsWith(`${known}.`),
      );
      if (name === undefined) rest.push(issueMessage(issue));
      // The names of the values are their keys.
      else refused[name as keyof Values] ??= issueMessage(issue);
    }
    // A problem about one field only, such as an address that is taken.
    const placed =
      problem.issues === undefined
        ? Object.keys(values).find((known) => known === problem.place)
        : undefined;
    if (placed !== undefined) refused[placed as keyof Values] = problemWords(problem);
    const atFields = Object.keys(refused).length > 0;
    store.refuse(
      refused as FormFaults<Values>,
      atFields && rest.length === 0 ? null : [problemWords(problem), ...rest].join('\n'),
    );
    if (atFields) leadToFault();
  };
}

/** The form's element, and a call that leads to its first marked control once it is drawn so. */
function useFaultLead(): readonly [Ref<HTMLFormElement>, () => void] {
  const element = useRef<HTMLFormElement>(null);
  const [leads, setLeads] = useState(0);
  useEffect(() => {
    const marked =
      leads > 0 ? element.current?.querySelector<HTMLElement>("[aria-invalid='true']") : null;
    // Of a group its first control.
    (marked?.matches('fieldset') === true
      ? marked.querySelector<HTMLElement>('input:checked, input')
      : marked
    )?.focus();
  }, [leads]);
  return [element, () => setLeads((before) => before + 1)];
}

/** A press lasts no longer, or the user holds it so long that waiting is pointless. */
const LONGEST_PRESS_MS = 400;

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
  setTimeout(finish, LONGEST_PRESS_MS);
}
