import { DEVICE_CONNECTIONS, type DeviceConnection } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDeviceApi } from '../../api.ts';
import { attempt } from '../../../../call-outcome.ts';
import { useOnline } from '../../../../shared/connection/use-online.ts';
import { Button } from '../../../../kit/form/button.tsx';
import formCss from '../../../../kit/form/form.module.css';
import { PanelFoot } from '../../../../kit/form/panel-foot.tsx';
import { SearchSelectField } from '../../../../kit/form/search-select-field.tsx';
import { SelectField } from '../../../../kit/form/select-field.tsx';
import { TextField } from '../../../../kit/form/text-field.tsx';
import { useForm } from '../../../../kit/form/use-form.ts';
import { useReportedDirt } from '../../../../kit/form/use-leave-warning.ts';
import { useRules } from '../../../../kit/form/form-rules.ts';
import { OrganisationField } from '../../../../shared/organisations/organisation-field.tsx';
import {
  useOrganisations,
  type Organisation,
} from '../../../../shared/organisations/use-organisations.ts';
import { useViewer } from '../../../../shared/viewer/viewer-context.tsx';
import { ConnectionChoice } from '../connect/connection-choice.tsx';
import css from '../device-config.module.css';
import type { DeviceRights } from '../device-rights.ts';
import { useDeviceTypes } from '../../../../shared/device-types/use-device-types.ts';
import type { Device, Room } from '../device-source.ts';
import { SerialScanner } from './serial-scanner.tsx';
import { isSerial, tidySerial } from './serial-text.ts';

export type Registered = {
  readonly serial: string;
  readonly key: string | null;
  readonly typeId: string;
  readonly connection: Device['connection'];
};
type RegisterFormProps = {
  readonly serial: string;
  readonly rights: DeviceRights;
  readonly rooms: readonly Room[];
  readonly onDirty: (isDirty: () => boolean) => void;
  readonly onRegistered: (registered: Registered) => void;
  readonly onCancel: () => void;
};

/** The device's serial and details, its room, and its connection. */
export function RegisterForm({
  serial,
  rights,
  rooms,
  onDirty,
  onRegistered,
  onCancel,
}: RegisterFormProps) {
  const { t } = useTranslation('deviceConfig');
  const online = useOnline();
  const types = useDeviceTypes();
  const { offers, organisations, only } = useOwners(rights);
  const form = useRegistration({ serial, ownerId: only, onRegistered });
  const domainId = only ?? form.values.domainId;
  useReportedDirt(form.isDirty, onDirty);
  return (
    <form {...form.bind} className={formCss['form']} aria-label={t('register.title')}>
      <div className={css['serial']}>
        <TextField
          label={t('fields.serial')}
          required
          maxLength={60}
          hint={t('register.serialHint')}
          {...form.field('serial')}
        />
        <SerialScanner onFound={(found) => form.set('serial', found)} />
      </div>
      <div className={css['fields']}>
        {only === null && organisations.length > 1 ? (
          <OrganisationField
            label={t('fields.organisation')}
            required
            placeholder={t('chooseOne')}
            offers={offers}
            {...form.field('domainId')}
            onChange={(id) => {
              form.set('domainId', id);
              form.set('roomId', '');
            }}
          />
        ) : null}
        <SelectField
          label={t('fields.type')}
          required
          empty={t('chooseOne')}
          choices={types.map(({ documentReferenceId, name }) => ({
            value: documentReferenceId,
            label: name,
          }))}
          {...form.field('typeId')}
        />
        <TextField
          label={t('fields.name')}
          hint={t('register.nameHint')}
          maxLength={120}
          {...form.field('name')}
        />
        <SearchSelectField
          label={t('fields.room')}
          placeholder={t('register.later')}
          choices={getRoomChoices(rooms, domainId)}
          {...form.field('roomId')}
        />
      </div>
      <ConnectionChoice
        value={form.values.connection}
        onChange={(connection) => form.set('connection', connection)}
      />
      <p className={css['quiet']}>
        {t('register.many')} <Link to="/csv-import">{t('register.byCsv')}</Link>
      </p>
      <PanelFoot errorText={form.errorText} note={online ? null : t('offline')}>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button
          kind="primary"
          submit
          busy={form.busy}
          disabled={!online || (only === null && organisations.length === 0)}
        >
          {t('register.do')}
        </Button>
      </PanelFoot>
    </form>
  );
}

const getRoomChoices = (rooms: readonly Room[], domainId: string) =>
  rooms
    .filter((room) => room.domainId === domainId)
    .map(({ documentReferenceId, name, floor }) => ({
      value: documentReferenceId,
      label: floor === '' ? name : `${name} ${floor}`,
    }));

type Registration = {
  readonly serial: string;
  /** The owning organisation; null if the form must ask. */
  readonly ownerId: string | null;
  readonly onRegistered: (registered: Registered) => void;
};

/** The values of the form, their rules, and the call that registers the device. */
function useRegistration({ serial, ownerId, onRegistered }: Registration) {
  const { t } = useTranslation('deviceConfig');
  const { register } = useDeviceApi();
  const rules = useRules();
  return useForm({
    initial: {
      serial,
      domainId: '',
      typeId: '',
      name: '',
      roomId: '',
      connection: DEVICE_CONNECTIONS[0] as DeviceConnection,
    },
    rules: {
      serial: [rules.required, (text) => isSerial(tidySerial(text)) || t('register.serialWrong')],
      domainId: ownerId === null ? [rules.chosen] : [],
      typeId: [rules.chosen],
      name: [rules.atMost(120)],
    },
    submit: async (values) => {
      const call = {
        ...values,
        serial: tidySerial(values.serial),
        name: values.name.trim(),
        domainId: ownerId ?? values.domainId,
        roomId: values.roomId === '' ? null : values.roomId,
      };
      const outcome = await attempt(() => register(call));
      if (outcome.kind === 'refused') return outcome.problem;
      onRegistered({ ...outcome.value, typeId: call.typeId, connection: call.connection });
      return null;
    },
  });
}

/**
 * The organisations in which the user may register a device; `only` if there is a single one,
 * null if the form must ask.
 */
function useOwners(rights: DeviceRights) {
  const { organisationId } = useViewer();
  const offers = ({ documentReferenceId }: Organisation): boolean =>
    rights.mayRegisterIn(documentReferenceId);
  const organisations = useOrganisations().filter(offers);
  return {
    offers,
    organisations,
    only:
      organisationId ??
      (organisations.length === 1 ? organisations[0]?.documentReferenceId : undefined) ??
      null,
  };
}
