import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBody, DialogFoot } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import { OrganisationField } from '../../shared/organisations/organisation-field.tsx';

/** Searches an organisation by name. */
export function FindOrganisation({
  onAnswer,
}: {
  readonly onAnswer: (domainId: string | null) => void;
}) {
  const { t } = useTranslation('frame');
  const [chosen, setChosen] = useState('');
  return (
    <DialogBody>
      <OrganisationField
        label={t('organisation')}
        name="organisation"
        value={chosen}
        onChange={setChosen}
      />
      <DialogFoot>
        <Button onClick={() => onAnswer(null)}>{t('cancelFinding')}</Button>
        <Button kind="primary" disabled={chosen === ''} onClick={() => onAnswer(chosen)}>
          {t('showFound')}
        </Button>
      </DialogFoot>
    </DialogBody>
  );
}
