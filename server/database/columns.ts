import { type Expression, type RawBuilder, sql } from 'kysely';
import type { JsonValue } from './tables.ts';

/**
 * Converts a timestamp to milliseconds. The database computes the number, because parsing a date into an object takes
 * more CPU time.
 */
/** @param column a column of a statement that is written in SQL; its row type states whether the time can be null */
export function milliseconds(column: string): RawBuilder<unknown>;
export function milliseconds<T extends Date | null>(
  time: Expression<T>,
): RawBuilder<number | Extract<T, null>>;
export function milliseconds(time: string | Expression<unknown>): RawBuilder<unknown> {
  return sql`(date_part('epoch', ${typeof time === 'string' ? sql.raw(time) : time}) * 1000)::int8`;
}

/** SQL for one of several texts, also for an empty list. `in` cannot have an empty list. */
export const anyOf = (texts: readonly string[]): RawBuilder<string> => sql`any(${texts}::text[])`;

/**
 * The current time in milliseconds, or the previous version plus one if that is larger.
 * A counter is not used: after a restored backup, or after a failover that lost a write, a counter would repeat a
 * number. Clients would then keep the wrong content.
 */
export const nextVersion = (column: string): RawBuilder<number> =>
  sql.raw(`greatest(${column} + 1, (date_part('epoch', clock_timestamp()) * 1000)::int8)`);

export const json = (value: unknown): RawBuilder<JsonValue> =>
  sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`;
