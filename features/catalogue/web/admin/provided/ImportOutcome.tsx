import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import type { ImportedRow } from '#features/catalogue/provided-admin.contract.ts';
import { fieldMessageOf } from '#web/form/field-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Pill } from '#web/ui/Pill.tsx';

const OUTCOMES: Record<
  ImportedRow['outcome'],
  { name: () => string; kind: 'done' | 'prov' | 'plain' | 'danger' }
> = {
  refused: { name: m.admin_row_refused, kind: 'danger' },
  added: { name: m.admin_row_added, kind: 'done' },
  updated: { name: m.admin_row_updated, kind: 'prov' },
  unchanged: { name: m.admin_row_unchanged, kind: 'plain' },
};
const COLUMNS: Readonly<Record<string, () => string>> = {
  place_id: m.admin_column_place_id,
  name: m.admin_field_name,
  address: m.admin_field_address,
  lat: m.admin_column_latitude,
  lng: m.admin_column_longitude,
  phone: m.admin_field_phone,
  category: m.admin_field_category,
  memo: m.admin_field_memo,
  tags: m.admin_field_tags,
  source: m.admin_sources,
  source_kind: m.admin_field_kind,
  episode: m.admin_field_episodes,
  date: m.admin_column_date,
  link: m.admin_field_link,
};

type RowOutcome = keyof typeof OUTCOMES;

/** Number of rows per page. Thousands of rows would make the page slow. */
const ROWS_PER_PAGE = 100;

/** The rows of an import. Before the import they are the preview, and after it the result. */
export function ImportOutcome({
  rows,
  places,
  newSources,
  isDone,
  children,
}: {
  rows: ImportedRow[];
  places: number;
  newSources: string[];
  isDone: boolean;
  children?: ReactNode;
}) {
  const [only, setOnly] = useState<RowOutcome | null>(null);
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const wanted = only === null ? rows : rows.filter(({ outcome }) => outcome === only);
  return (
    <section aria-labelledby="rows" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="rows" className="type-h3">
        {isDone ? m.admin_csv_done() : m.admin_csv_would()}
      </h3>
      {places > 0 && (
        <p className="type-body">
          {(isDone ? m.admin_csv_summary_done : m.admin_csv_summary_would)({
            rows: numberOf(rows.length),
            places: numberOf(places),
          })}
        </p>
      )}
      <div role="group" aria-label={m.admin_csv_rows()} className="flex flex-wrap gap-2">
        {(Object.keys(OUTCOMES) as RowOutcome[]).map((outcome) => (
          <Chip
            key={outcome}
            isSelected={only === outcome}
            onClick={() => setOnly(only === outcome ? null : outcome)}
          >
            {OUTCOMES[outcome].name()}
            <span className="numbers">
              {m.admin_csv_row_count({ count: numberOf(countOf(rows, outcome)) })}
            </span>
          </Chip>
        ))}
      </div>
      {newSources.length > 0 && (
        <p className="type-sub text-ink-2">{m.admin_csv_new_sources({ titles: newSources.join(', ') })}</p>
      )}
      {wanted.length > 0 && (
        <ol className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
          {wanted.slice(0, shown).map(({ line, name, outcome, errors }) => (
            <li key={line} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="type-caption numbers min-w-14 flex-none text-ink-3">
                  {m.admin_csv_line({ line })}
                </span>
                <b className="type-body min-w-0 font-semibold">{name || m.admin_nothing()}</b>
                <Pill kind={OUTCOMES[outcome].kind}>{OUTCOMES[outcome].name()}</Pill>
              </div>
              {errors.map(({ column, code, params }) => (
                <p key={`${column} ${code}`} className="type-sub text-danger">
                  {COLUMNS[column]?.() ?? column}: {fieldMessageOf({ code, params })}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
      {shown < wanted.length && (
        <Button look="secondary" onClick={() => setShown(shown + ROWS_PER_PAGE)}>
          {m.admin_more()}
        </Button>
      )}
      {children}
    </section>
  );
}

export const countOf = (rows: readonly ImportedRow[], wanted: RowOutcome): number =>
  rows.filter(({ outcome }) => outcome === wanted).length;
