import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './tables.ts';

/**
 * Converts a timestamp to milliseconds. The database computes the number, because parsing a date into an object takes
 * more CPU time.
 */
export const milliseconds = (column: string): RawBuilder<number> =>
  sql.raw(`(date_part('epoch', ${column}) * 1000)::int8`);

/**
 * Marks a nullable column that is never null in this statement, because a condition excludes null.
 * `coalesce` makes `npm run database:types` generate a type without null.
 */
export const notNull = (column: string): RawBuilder<unknown> => sql.raw(`coalesce(${column})`);

/**
 * The current time in milliseconds, or the previous version plus one if that is larger.
 * A counter is not used: after a restored backup, or after a failover that lost a write, a counter would repeat a
 * number. Clients would then keep the wrong content.
 */
export const nextVersion = (column: string): RawBuilder<number> =>
  sql.raw(`greatest(${column} + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)`);

export const json = (value: unknown): RawBuilder<unknown> =>
  sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;

type Row<T extends keyof DB> = Selectable<DB[T]>;

/**
 * The names of the columns that have the nullability and the type of the value. A union of string literals fits a text
 * column.
 */
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

/** The names of the timestamp columns that fit a field in milliseconds. */
type TimeOf<T extends keyof DB, Value> = Value extends number | null
  ? ColumnOf<T, null extends Value ? Date | null : Date>
  : never;

/**
 * Describes a field whose value differs from the column, such as a timestamp in milliseconds. If `column` is missing,
 * the field is only read.
 */
type Converted<T extends keyof DB, Value> = {
  column?: keyof DB[T] & string;
  /** @param table name of the table in the statement */
  read: (table: string) => RawBuilder<Value>;
  write?: (value: Value) => RawBuilder<unknown>;
};

type Source<T extends keyof DB, Value> =
  | ColumnOf<T, Value>
  | { milliseconds: TimeOf<T, Value> }
  | Converted<T, Value>;

type Columns<Fields> = {
  /** Builds the list of a select: `table.column as "field", …`. */
  select: (table: string) => RawBuilder<Fields>;
  names: RawBuilder<unknown>;
  /** Builds the values of an insert, in the order of `names`. */
  values: (given: Fields) => RawBuilder<unknown>;
  /** Builds the assignments of an update for all fields: `column = value, …`. */
  assignments: (given: Fields) => RawBuilder<unknown>;
  /** Builds the assignments of an update for the given fields only. At least one field must be given. */
  changes: (given: Partial<Fields>) => RawBuilder<unknown>;
  /** Returns the values by column name, for `jsonb_populate_recordset`. */
  record: (given: Fields) => Record<string, unknown>;
};

/**
 * Maps the fields of a record to the columns of a table, to build selects, inserts and updates.
 * A missing field, an unknown column and a column of another type or nullability are type errors.
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
