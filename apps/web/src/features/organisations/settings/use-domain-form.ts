import { useQueryClient } from '@tanstack/react-query';
import { useState, createContext, useContext, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import type { ConflictLabels } from '../../../kit/form/conflict-dialog.tsx';
import type { FormRules, FormValues } from '../../../kit/form/form-store.ts';
import { mapFieldErrors } from '../../../kit/form/map-field-errors.ts';
import { useConflictSave } from '../../../kit/form/use-conflict-save.ts';
import { useForm, type Form } from '../../../kit/form/use-form.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { saveDomain, type DomainPart } from './domain-save.ts';
import type { Domain } from './domain-source.ts';

type DomainFormSetup<Values extends FormValues> = {
  readonly domain: Domain;
  readonly part: DomainPart<Values>;
  readonly rules?: FormRules<NoInfer<Values>>;
  readonly words: ConflictLabels;
};

/** A form of some organisation fields: merges concurrent changes, or asks about conflicts. */
export function useDomainForm<Values extends FormValues>({
  domain,
  part,
  rules = {},
  words,
}: DomainFormSetup<Values>): Form<Values> {
  const { t } = useTranslation('domainConfig');
  const documents = useDocuments();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [opened] = useState(() => part.toValues(domain));
  const save = useConflictSave({
    opened,
    words,
    save: (base, mine) => saveDomain(documents, domain.documentReferenceId, part, base, mine),
    onSaved() {
      toasts.show({ type: 'positive', message: t('saved') });
      // The bar and every organisation list show names, logos and views.
      void queries.invalidateQueries({ queryKey: ['organisations'] });
    },
  });
  // Reset after the form has saved, so that it also shows changes by others.
  const settle = (values: Values): void => void setTimeout(() => form.reset(values));
  const form: Form<Values> = useForm<Values>({
    initial: opened,
    rules,
    submit: async (values) => {
      const problem = await save(values, settle);
      return problem === null ? null : mapFieldErrors(problem, values);
    },
  });
  useUnsaved(form.isDirty);
  return form;
}

/** Sections with unsaved edits; checked when the page closes or shows another organisation. */
export type UnsavedSections = Map<string, () => boolean>;

export const UnsavedContext = createContext<UnsavedSections>(new Map());

export const isAnyUnsaved = (sections: UnsavedSections): boolean =>
  [...sections.values()].some((isDirty) => isDirty());

/** Registers this section's check while it is mounted. */
function useUnsaved(isDirty: () => boolean): void {
  const sections = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    sections.set(id, isDirty);
    return () => void sections.delete(id);
  });
}
