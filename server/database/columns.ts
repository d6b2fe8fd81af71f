import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './tables.ts';

/** Milliseconds of a timestamptz, computed by the database: cheaper than parsing dates into objects. */
export const milliseconds = (column: string): RawBuilder<number> =>
  sql.raw(`(date_part('epoch', ${column}) * 1000)::int8`);

/** A nullable column in a statement whose condition excludes null. The type of the result has no null. */
export const notNull = (column: string): RawBuilder<unknown> => sql.raw(`coalesce(${column})`);

/**
 * A new version of a document: the time in milliseconds, incremented by one if two writes share it. It is not a
 * counter: after a restored backup or a failover that lost a write, a counter would give an old number to new content,
 * and clients would keep the wrong copy.
 */
export const nextVersion = (column: string): RawBuilder<number> =>
  sql.raw(`greatest(${column} + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)`);

/** A jsonb value. */
export const json = (value: unknown): RawBuilder<unknown> =>
  sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;

type Row<T extends keyof DB> = Selectable<DB[T]>;

/** Columns of the type `Value`; a text column may also have a union of string literals as its type. */
type ColumnOf<T extends keyof DB, Value> = {
  [C in keyof Row<T>]: null extends Row<T>[C]
    ? null extends Value
      ? Fitting<Row<T>[C], Value, C>
      : never
    : null extends Value
      ? never
      : Fitting<Row<T>[C], Value, C>;
}[keyof Row<T>];
type Fitting<Stored, Value, C> = NonNullable<Value> extends NonNullable<Stored> ? C : never;

/** Columns with a timestamp, for a field in milliseconds. */
type TimeOf<T extends keyof DB, Value> = Value extends number | null
  ? ColumnOf<T, null extends Value ? Date | null : Date>
  : never;

/** A field whose value has another form than the column. Without `column`, the field is only read. */
type Converted<T extends keyof DB, Value> = {
  column?: keyof DB[T] & string;
  /** SQL for the value. @param table name of the table in the statement */
  read: (table: string) => RawBuilder<Value>;
  write?: (value: Value) => RawBuilder<unknown>;
};

type Source<T extends keyof DB, Value> =
  | ColumnOf<T, Value>
  | { milliseconds: TimeOf<T, Value> }
  | Converted<T, Value>;

type Columns<Fields> = {
  /** `table.column as "field", …` */
  select: (table: string) => RawBuilder<Fields>;
  /** The columns of an insert. */
  names: RawBuilder<unknown>;
  /** The values of an insert, in the order of `names`. */
  values: (given: Fields) => RawBuilder<unknown>;
  /** `column = value, …` */
  assignments: (given: Fields) => RawBuilder<unknown>;
  /** As `assignments`, only for the given fields; at least one is required. */
  changes: (given: Partial<Fields>) => RawBuilder<unknown>;
  /** The values under the names of their columns, for `jsonb_populate_recordset`. */
  record: (given: Fields) => Record<string, unknown>;
};

/**
 * The map between the fields of a record and the columns of a table, from which selects, inserts and updates are
 * built. A missing field, an unknown column and a column of another type or nullability are type errors.
 *
 * @example
 * const tagColumns = columnsOf('tags')<{ label: string; createdAt: number }>({
 *   label: 'label',
 *   createdAt: { milliseconds: 'created_at' },
 * });
 * sql<Tag>`select ${tagColumns.select('tag')} from tags as tag`
 */
export const columnsOf =
  <T extends keyof DB>(_table: T) =>
  <Fields extends object>(map: { [F in keyof Fields]-?: Source<T, Fields[F]> }): Columns<Fields> => {
    const fields = Object.entries<unknown>(map).map(([field, source]) => ({ field, ...partsOf(source) }));
    const written = fields.flatMap(({ field, column, write }) => (column ? [{ field, column, write }] : []));
    const list = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql.raw(', '));
    const valueOf = (given: Partial<Fields>, field: string) => given[field as keyof Fields] as unknown;
    const assign = (given: Partial<Fields>, assigned: typeof written) =>
      list(
        assigned.map(({ field, column, write }) => sql`${sql.ref(column)} = ${write(valueOf(given, field))}`),
      );
    return {
      select: (table) =>
        list(fields.map(({ field, read }) => sql`${read(table)} as ${sql.ref(field)}`)) as RawBuilder<Fields>,
      names: list(written.map(({ column }) => sql.ref(column))),
      values: (given) => list(written.map(({ field, write }) => write(valueOf(given, field)))),
      assignments: (given) => assign(given, written),
      changes: (given) =>
        assign(
          given,
          written.filter(({ field }) => field in given),
        ),
      record: (given) =>
        Object.fromEntries(written.map(({ field, column }) => [column, valueOf(given, field)])),
    };
  };

type Parts = {
  column?: string;
  read: (table: string) => RawBuilder<unknown>;
  write: (value: unknown) => RawBuilder<unknown>;
};

function partsOf(source: unknown): Parts {
  const write = (value: unknown) => sql`${value}`;
  if (typeof source === 'string')
    return { column: source, read: (table) => sql.ref(`${table}.${source}`), write };
  const given = source as { milliseconds: string } | (Omit<Parts, 'write'> & Partial<Parts>);
  if ('milliseconds' in given)
    return { read: (table) => milliseconds(`${table}.${given.milliseconds}`), write };
  return { write, ...given };
}
