import { z } from 'zod';
import { FIELDS } from '#features/transfer/files/place-fields.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';
import { browserStorage } from '#web/browser-storage.ts';

const Mappings = z.record(z.string(), z.partialRecord(z.enum(FIELDS), z.int().min(0)));
const MAPPINGS_MAXIMUM = 20;

const keyOf = (uid: string) => `momokzi.import-columns.${uid}`;

/**
 * Returns the columns that this member has chosen for the fields of a place, by the header of the table. The choices are
 * stored in this browser.
 */
export function readMappings(uid: string): Record<string, ColumnMapping> {
  const stored = Mappings.safeParse(browserStorage.readJson(keyOf(uid)));
  return stored.success ? stored.data : {};
}

export function rememberMapping(uid: string, key: string, mapping: ColumnMapping): void {
  const { [key]: _, ...others } = readMappings(uid);
  const kept = [...Object.entries(others).slice(1 - MAPPINGS_MAXIMUM), [key, mapping] as const];
  browserStorage.write(keyOf(uid), JSON.stringify(Object.fromEntries(kept)));
}
