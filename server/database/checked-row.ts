import type { StatementRows } from './statement-rows.ts';

export type StatementName = keyof StatementRows | `test_${string}`;

/**
 * The rest parameter of `statement`. It is empty if the row type matches the columns that the database returns.
 * If the row type does not match, the parameter requires an argument. Every call of `statement` is then a compile error
 * that names the columns.
 * A row type may narrow a column's type (text to a union) and may add null (for an outer join).
 * Whether an expression can be null is not checked.
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
type FitsWithoutNull<Value, Described, K> =
  NonNullable<Value> extends Readable<NonNullable<Described>> ? never : K;
type Readable<Described> = Described extends (infer Element)[] ? readonly Element[] : Described;
