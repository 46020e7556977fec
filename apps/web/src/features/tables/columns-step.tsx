import {
  CSV_FIELDS,
  importableCsvKinds,
  type Actor,
  type CsvFieldName,
  type CsvKind,
} from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { SearchSelectField } from '../../kit/form/search-select-field.tsx';
import { SegmentedField } from '../../kit/form/segmented-field.tsx';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useRequest } from '../../api/use-request.ts';
import { ColumnTable } from './column-table.tsx';
import { rememberColumns, rememberedColumns } from './column-memory.ts';
import { useCsvAccess } from './csv-access.ts';
import type { Organisation } from './api.ts';
import css from './csv-import.module.css';
import { guessKind } from './engine/column-guess.ts';
import type { ColumnMap } from './engine/csv-message.ts';
import type { ChosenTable, Setup } from './setup.ts';

type ColumnsStepProps = {
  readonly table: ChosenTable;
  readonly onBack: () => void;
  readonly onReady: (setup: Setup) => void;
};

/** The kind of table, and the field of each column. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { t } = useTranslation('csvImport');
  const { client } = useCsvAccess();
  const actor = toActor(useViewer());
  const organisations = useRequest('organisations', client.organisations);
  if (actor === null || importableCsvKinds(actor).length === 0)
    return <ErrorState title={t('noKinds')} icon="info" />;
  if (organisations.kind === 'asking') return <LoadingState />;
  if (organisations.kind === 'refused')
    return <ProblemState problem={organisations.problem} onRetry={organisations.again} />;
  return <ColumnsForm {...props} actor={actor} organisations={organisations.value} />;
}

type Choice = { readonly kind: CsvKind; readonly domainId: string; readonly columns: ColumnMap };

function ColumnsForm({
  table,
  actor,
  organisations,
  onBack,
  onReady,
}: ColumnsStepProps & { readonly actor: Actor; readonly organisations: readonly Organisation[] }) {
  const { t } = useTranslation('csvImport');
  const { client, memory } = useCsvAccess();
  const { organisationId } = useViewer();
  const kinds = importableCsvKinds(actor);
  const header = getHeader(table);
  const toChoice = (kind: CsvKind, domainId: string): Choice => ({
    kind,
    domainId,
    columns: rememberedColumns(memory, domainId, kind, header),
  });
  const [choice, setChoice] = useState(() =>
    toChoice(
      guessKind(header, kinds),
      organisationId ??
        organisations.find(({ domainId }) => domainId === actor.domainId)?.domainId ??
        organisations[0]?.domainId ??
        '',
    ),
  );
  const [roomName, setRoomName] = useState('');
  const { kind, domainId, columns } = choice;
  const needsRooms = kind === 'minute';
  const rooms = useRequest(needsRooms ? domainId : null, () => client.rooms(domainId));
  const known = rooms.kind === 'ready' ? rooms.value : {};
  const oneRoom = needsRooms && columns.roomName === undefined;
  const missing = CSV_FIELDS[kind].filter(
    ({ name, required }) =>
      required &&
      columns[name] === undefined &&
      !(name === 'roomName' && oneRoom && roomName !== ''),
  );
  const finish = (): void => {
    rememberColumns(memory, domainId, kind, header, columns);
    onReady({ kind, domainId, columns, rooms: known, roomName: oneRoom ? roomName : null });
  };
  return (
    <>
      <section className={css['panel']}>
        <SegmentedField
          label={t('kind')}
          name="kind"
          value={kind}
          hint={t(`kindHints.${kind}`)}
          choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(next) => setChoice(toChoice(next, domainId))}
        />
        <OrganisationField
          organisations={organisations}
          domainId={domainId}
          onChange={(next) => {
            setRoomName('');
            setChoice(toChoice(kind, next));
          }}
        />
      </section>
      <section className={css['panel']} aria-labelledby="csv-columns">
        <div className={css['head']}>
          <h2 id="csv-columns">{t('mapping')}</h2>
          <p className={css['quiet']}>{t('mappingHint')}</p>
        </div>
        <ColumnTable
          kind={kind}
          table={table}
          header={header}
          columns={columns}
          missing={missing.map(({ name }) => name)}
          onChange={(next) => setChoice({ ...choice, columns: next })}
        />
        {needsRooms && rooms.kind === 'refused' ? (
          <ProblemState problem={rooms.problem} onRetry={rooms.again} compact />
        ) : null}
        {oneRoom && rooms.kind === 'ready' ? (
          <RoomField names={Object.keys(known)} roomName={roomName} onChange={setRoomName} />
        ) : null}
      </section>
      <Missing missing={missing.map(({ name }) => name)} />
      <div className={css['actions']}>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button
          kind="primary"
          disabled={missing.length > 0 || (needsRooms && rooms.kind !== 'ready')}
          onClick={finish}
        >
          {t('toCheck')}
        </Button>
      </div>
    </>
  );
}

type OrganisationFieldProps = {
  readonly organisations: readonly Organisation[];
  readonly domainId: string;
  readonly onChange: (domainId: string) => void;
};

/** Renders nothing with a single organisation. */
function OrganisationField({ organisations, domainId, onChange }: OrganisationFieldProps) {
  const { t } = useTranslation('csvImport');
  if (organisations.length === 1) return null;
  const choices = organisations.map((organisation) => ({
    value: organisation.domainId,
    label: organisation.name,
  }));
  return (
    <div className={css['narrow']}>
      <SearchSelectField
        label={t('organisation')}
        name="organisation"
        value={domainId}
        choices={choices}
        onChange={(next) => {
          if (next !== '') onChange(next);
        }}
      />
    </div>
  );
}

/** The room for a file without a room column. */
function RoomField({
  names,
  roomName,
  onChange,
}: {
  readonly names: readonly string[];
  readonly roomName: string;
  readonly onChange: (name: string) => void;
}) {
  const { t } = useTranslation('csvImport');
  return (
    <div className={css['narrow']}>
      <SearchSelectField
        label={t('oneRoom')}
        name="room"
        hint={t('oneRoomHint')}
        placeholder={t('chooseRoom')}
        value={roomName}
        choices={names.map((name) => ({ value: name, label: name }))}
        onChange={onChange}
      />
    </div>
  );
}

function Missing({ missing }: { readonly missing: readonly CsvFieldName[] }) {
  const { t } = useTranslation('csvImport');
  const [first] = missing;
  return (
    <output className={css['missing']}>
      {first === undefined ? '' : t('missing', { field: t(`fields.${first}`) })}
    </output>
  );
}

/** The last header row has the column names. */
const getHeader = ({ opened, headerRows }: ChosenTable): readonly string[] =>
  headerRows === 0 ? [] : (opened.preview[headerRows - 1] ?? []);
