import type { Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot, DialogText } from '../../../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../../../kit/form/button.tsx';
import formCss from '../../../../kit/form/form.module.css';
import { FormError } from '../../../../kit/form/form-error.tsx';
import { SearchSelectField } from '../../../../kit/form/search-select-field.tsx';
import { TextField } from '../../../../kit/form/text-field.tsx';
import { useForm } from '../../../../kit/form/use-form.ts';
import { useRules } from '../../../../kit/form/form-rules.ts';
import type { Organisation } from '../../../../shared/organisations/use-organisations.ts';

type NewPart = { readonly name: string; readonly nameKana: string; readonly code: string };
type NewPartProps = {
  readonly above: string;
  readonly make: (values: NewPart) => Promise<Problem | null>;
  readonly onMade: (name: string) => void;
  readonly onCancel: () => void;
};

/** A new organisation below another. */
export function NewPartBody({ above, make, onMade, onCancel }: NewPartProps) {
  const { t } = useTranslation('domainConfig');
  const rules = useRules();
  const form = useForm<NewPart>({
    initial: { name: '', nameKana: '', code: '' },
    rules: {
      name: [rules.required, rules.atMost(120)],
      nameKana: [rules.atMost(120)],
      code: [rules.atMost(40)],
    },
    submit: async (values) => {
      const problem = await make(values);
      if (problem === null) onMade(values.name.trim());
      return problem?.code === 'document-key-taken' ? { ...problem, place: 'code' } : problem;
    },
  });
  return (
    <form {...form.bind}>
      <DialogBody>
        <DialogText>{t('tree.addWhy', { above })}</DialogText>
        <div className={formCss['form']}>
          <TextField label={t('fields.name')} required maxLength={120} {...form.field('name')} />
          <TextField label={t('fields.nameKana')} maxLength={120} {...form.field('nameKana')} />
          <TextField
            label={t('fields.code')}
            hint={t('hints.newCode')}
            maxLength={40}
            {...form.field('code')}
          />
          <FormError message={form.errorText} />
        </div>
        <DialogFoot>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button kind="primary" submit busy={form.busy}>
            {t('tree.make')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}

type MovePartProps = {
  readonly targets: readonly Organisation[];
  readonly move: (parentDomainId: string) => Promise<Problem | null>;
  readonly onMoved: (above: string) => void;
  readonly onCancel: () => void;
};

/** Moves an organisation to another parent. */
export function MovePartBody({ targets, move, onMoved, onCancel }: MovePartProps) {
  const { t } = useTranslation('domainConfig');
  const rules = useRules();
  const form = useForm({
    initial: { parentDomainId: '' },
    rules: { parentDomainId: [rules.required] },
    submit: async ({ parentDomainId }) => {
      const problem = await move(parentDomainId);
      if (problem === null)
        onMoved(
          targets.find(({ documentReferenceId }) => documentReferenceId === parentDomainId)?.name ??
            '',
        );
      return problem;
    },
  });
  return (
    <form {...form.bind}>
      <DialogBody>
        <DialogText>{t('tree.moveWhy')}</DialogText>
        <SearchSelectField
          label={t('tree.target')}
          required
          placeholder={t('tree.findTarget')}
          choices={targets.map(({ documentReferenceId, name }) => ({
            value: documentReferenceId,
            label: name,
          }))}
          {...form.field('parentDomainId')}
        />
        <FormError message={form.errorText} />
        <DialogFoot>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button kind="primary" submit busy={form.busy}>
            {t('tree.moveDo')}
          </Button>
        </DialogFoot>
      </DialogBody>
    </form>
  );
}
