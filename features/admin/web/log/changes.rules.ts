import type { AuditLogEntry } from '#features/admin/admin.contract.ts';

/** A changed field. `before` or `after` is null if the field is empty in that state. */
export type Change = { name: string; before: string | null; after: string | null };

/** Fields that are not shown. The server sets them, and they mean nothing to the admin. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['id', 'coordinates', 'provider', 'providedAt']);

export function changesOf({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((name) => !HIDDEN_FIELDS.has(name))
    .map((name) => ({ name, before: displayTexts(before?.[name]), after: displayTexts(after?.[name]) }))
    .filter((change) => change.before !== change.after);
}

/** Returns the latest name of the object, or null if the states contain no name. */
export function nameOfSubject({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>): string | null {
  for (const state of [after, before])
    for (const key of ['name', 'title', 'restaurantName']) {
      const value = state?.[key];
      if (typeof value === 'string' && value !== '') return value;
    }
  return null;
}

function displayTexts(value: unknown): string | null {
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.length === 0 ? null : value.map(displayText).join(', ');
}

function displayText(value: unknown): string {
  if (typeof value === 'string') return value;
  const name: unknown = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  return typeof name === 'string' ? name : JSON.stringify(value);
}
