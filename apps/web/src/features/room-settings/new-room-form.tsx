import { newDocumentId } from '@yamori/domain';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { Button } from '../../kit/form/button.tsx';
import formCss from '../../kit/form/form.module.css';
import { findFirstError, useRules } from '../../kit/form/form-rules.ts';
import { PanelFoot } from '../../kit/form/panel-foot.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useLeaveWarning, useReportedDirt } from '../../kit/form/use-leave-warning.ts';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { OrganisationField } from '../../shared/organisations/organisation-field.tsx';
import {
  useOrganisations,
  type Organisation,
} from '../../shared/organisations/use-organisations.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { OccupantFields } from './occupant-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import type { RoomRights } from './room-rights.ts';
import { useRoomRules } from './room-rules.ts';
import { getFields, NEW_ROOM, type RoomValues } from './room-values.ts';

type NewRoomFormProps = {
  readonly rights: RoomRights;
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onMade: (roomId: string) => void;
  readonly onCancel: () => void;
};

/** Creates a room, then continues with its devices. */
export function NewRoomForm({ rights, onDirty, onMade, onCancel }: NewRoomFormProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const documents = useDocuments();
  const toasts = useToasts();
  const { organisationId } = useViewer();
  const offers = ({ documentReferenceId }: Organisation): boolean =>
    rights.mayCreateIn(documentReferenceId);
  const organisations = useOrganisations().filter(offers);
  const rules = useRules();
  const [chosen, setChosen] = useState<Organisation | null>(null);
  const [isTried, setTried] = useState(false);
  const organisation =
    organisations.find(({ documentReferenceId }) => documentReferenceId === organisationId) ??
    chosen ??
    (organisations.length === 1 ? organisations[0] : undefined);
  const form = useForm<RoomValues>({
    initial: NEW_ROOM,
    rules: useRoomRules(),
    submit: async (values) => {
      if (organisation === undefined) return { code: 'document-placement-invalid' };
      const place = documents.doc(
        `room/${newDocumentId((count) => crypto.getRandomValues(new Uint8Array(count)))}`,
      );
      const outcome = await attempt(() =>
        place.create({
          domainId: organisation.documentReferenceId,
          rootDomainId: organisation.rootDomainId,
          ...getFields(values, values),
          name: values.name.trim(),
        }),
      );
      if (outcome.kind === 'refused') return outcome.problem;
      form.reset(values);
      toasts.show({ type: 'positive', message: t('made', { name: values.name }) });
      onMade(place.id);
      return null;
    },
  });
  const missing = findFirstError([rules.chosen], chosen);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    setTried(true);
    if (organisation !== undefined) return form.bind.onSubmit(event);
    event.preventDefault();
    form.validate();
  };
  useReportedDirt(form.isDirty, onDirty);
  useLeaveWarning(form.isDirty);
  return (
    <DialogScroll>
      <form {...form.bind} className={formCss['form']} aria-label={t('editor.new')} onSubmit={send}>
        {organisationId === null && organisations.length > 1 ? (
          <OrganisationField
            label={t('fields.organisation')}
            name="organisation"
            required
            value={chosen?.documentReferenceId ?? ''}
            placeholder={t('chooseOrganisation')}
            offers={offers}
            error={isTried ? missing : null}
            onChange={(_id, found) => setChosen(found)}
          />
        ) : null}
        <PlaceFields form={form} mayArrange mayCare />
        {rights.seesOccupant ? <OccupantFields form={form} disabled={false} /> : null}
        <PanelFoot errorText={form.errorText} note={online ? null : t('editor.offline')}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button
            kind="primary"
            submit
            busy={form.busy}
            disabled={!online || organisations.length === 0}
          >
            {t('editor.make')}
          </Button>
        </PanelFoot>
      </form>
    </DialogScroll>
  );
}
