import type { ParameterValue } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverrides } from '../api.ts';
import { Dialog } from '../../../kit/dialog/dialog.tsx';
import { DialogBody, DialogScroll } from '../../../kit/dialog/dialog-parts.tsx';
import { useLeaveQuestion } from '../../../kit/form/use-leave-warning.ts';
import { DescriptionList } from '../../../kit/pages/description-list.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { LoadingState, ErrorState } from '../../../kit/pages/page-state.tsx';
import { DefaultForm } from './default-form.tsx';
import type { ParameterRow } from './parameter-rows.ts';
import css from './parameters.module.css';
import { useValueFormatter } from './use-value-formatter.ts';

type ParameterPanelProps = {
  /** Null shows nothing. */
  readonly parameterKey: string | null;
  /** Null while loading. */
  readonly rows: readonly ParameterRow[] | null;
  readonly onClose: () => void;
};

/** All details of one parameter, over the list. */
export function ParameterPanel({ parameterKey, rows, onClose }: ParameterPanelProps) {
  const { t } = useTranslation('parameters');
  const mayLeave = useLeaveQuestion();
  const isDirty = useRef<() => boolean>(() => false);
  const [held, setHeld] = useState(parameterKey);
  if (parameterKey !== null && parameterKey !== held) setHeld(parameterKey);
  const row = rows?.find(({ key }) => key === held);
  const close = async (): Promise<void> => {
    if (!isDirty.current() || (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open={parameterKey !== null}
      size="medium"
      title={
        row === undefined
          ? t('title')
          : t('panelTitle', {
              group: row.group === '' ? t('ungrouped') : row.group,
              name: row.name,
            })
      }
      onClose={() => void close()}
    >
      {rows === null ? (
        <DialogBody>
          <LoadingState />
        </DialogBody>
      ) : row === undefined ? (
        <DialogBody>
          <ErrorState compact icon="sliders" title={t('gone')} why={t('goneWhy')} />
        </DialogBody>
      ) : (
        <OneParameter
          key={row.key}
          row={row}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
        />
      )}
    </Dialog>
  );
}

function OneParameter({
  row,
  onDirty,
}: {
  readonly row: ParameterRow;
  readonly onDirty: (isDirty: () => boolean) => void;
}) {
  const { t } = useTranslation('parameters');
  const { formatRange, formatValue } = useValueFormatter();
  // Reset the form to a value that was restored or changed elsewhere, unless it has edits.
  const [opened, setOpened] = useState(row.value);
  return (
    <DialogScroll>
      {row.description === '' ? null : <p>{row.description}</p>}
      <DescriptionList
        facts={[
          [t('fields.range'), formatRange(row)],
          ...(row.original === null
            ? []
            : [[t('fields.original'), formatValue(row, row.original)] as const]),
          [t('fields.scope'), t(`scopes.${row.scope}`)],
          [
            t('fields.key'),
            <code key="key" className={css['key']}>
              {row.key}
            </code>,
          ],
        ]}
      />
      <DefaultForm key={String(opened)} row={row} onDirty={onDirty} onSettled={setOpened} />
      <Overriders row={row} />
    </DialogScroll>
  );
}

/** Organisations and rooms with their own value, which a change of the default does not affect. */
function Overriders({ row }: { readonly row: ParameterRow }) {
  const { t } = useTranslation('parameters');
  const { formatValue } = useValueFormatter();
  const query = useOverrides(row.key);
  return (
    <section className={css['part']} aria-label={t('overriders')}>
      <h3>{t('overriders')}</h3>
      <QueryBoundary query={query}>
        {({ total, places }) =>
          total === 0 ? (
            <p className={css['quiet']}>{t('noOverriders')}</p>
          ) : (
            <>
              <ul className={css['places']}>
                {places.map(({ kind, id, name, domainName, value }) => (
                  <li key={`${kind} ${id}`}>
                    {kind === 'domain' ? (
                      <Link to="/domain-config" search={{ domain: id }} hash="thresholds">
                        {name}
                      </Link>
                    ) : (
                      <Link to="/room-config/room-list-table" search={{ room: id }}>
                        {t('roomOf', { room: name, organisation: domainName })}
                      </Link>
                    )}
                    <Value value={value} say={(one) => formatValue(row, one)} usual={row.value} />
                  </li>
                ))}
              </ul>
              {total > places.length ? (
                <p className={css['quiet']}>
                  {t('moreOverriders', { count: total - places.length })}
                </p>
              ) : null}
            </>
          )
        }
      </QueryBoundary>
    </section>
  );
}

function Value({
  value,
  usual,
  say,
}: {
  readonly value: ParameterValue;
  readonly usual: ParameterValue;
  readonly say: (value: ParameterValue) => string;
}) {
  const { t } = useTranslation('parameters');
  return (
    <span>
      {say(value)}
      {value === usual ? <small>{t('sameAsUsual')}</small> : null}
    </span>
  );
}
