import type { StatementRows } from './statement-rows.ts';

/** Names that `npm run database:types` has described, and those of tests. */
export type StatementName = keyof StatementRows | `test_${string}`;

/**
 * Nothing if the row type of a statement matches what the database returns; else an argument that no call has, so
 * that the compiler names the columns. A row type may narrow a type, such as text to a union, and may allow null where
 * the column does not: an outer join. An expression can be null or not.
 */
export type CheckedRow<Row, N> = unknown extends Row
  ? []
  : N extends keyof StatementRows
    ? [Mismatch<Row, StatementRows[N]>] extends [never]
      ? []
      : [columns_that_do_not_match_the_database: Mismatch<Row, StatementRows[N]>]
    : [];

type Mismatch<Row, Described> =
  | Exclude<keyof Described, KeyOf<Row>>
  | { [K in KeyOf<Row>]: K extends keyof Described ? Fits<ValueOf<Row, K>, Described[K], K> : K }[KeyOf<Row>];

type KeyOf<Row> = Row extends unknown ? keyof Row : never;
type ValueOf<Row, K> = Row extends unknown ? (K extends keyof Row ? Row[K] : never) : never;

type Fits<Value, Described, K> = unknown extends Described
  ? never
  : null extends Described
    ? null extends Value
      ? FitsWithoutNull<Value, Described, K>
      : K
    : FitsWithoutNull<Value, Described, K>;
type FitsWithoutNull<Value, Described, K> = NonNullable<Value> extends NonNullable<Described> ? never : K;
