import type { ReactNode } from 'react';
import css from './description-list.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** A description list. The caller omits unknown values. */
export const DescriptionList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={css['facts']}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Small tables in the sections of a page. The first column names the row. */
export function PlainTable({
  label,
  heads,
  rows,
  numbers = [],
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Numeric columns, which are right-aligned. */
  readonly numbers?: readonly number[];
}) {
  return (
    <section className={css['scroller']} aria-label={label} tabIndex={0}>
      <table className={css['table']} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" data-number={numbers.includes(index) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={heads[index + 1]} data-number={numbers.includes(index + 1) || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
