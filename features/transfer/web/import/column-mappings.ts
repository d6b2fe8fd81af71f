import { z } from 'zod';
import { EXTRA_CHOICES, type ExtraChoice } from '#features/transfer/extra-columns.ts';
import { FIELDS } from '#features/transfer/files/column-names.ts';
import type { ColumnMapping } from '#features/transfer/files/read-table.ts';
import { browserStorage } from '#web/storage/browser-storage.ts';

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

const ExtraChoices = z.record(z.string(), z.record(z.string(), z.enum(EXTRA_CHOICES)));

const extrasKeyOf = (uid: string) => `momokzi.import-extras.${uid}`;

/**
 * Returns what this member has chosen for the columns without a field, by the key of the columns; null if the member has
 * not chosen yet. The choices are stored in this browser.
 */
export function readExtraChoices(uid: string, key: string): Record<string, ExtraChoice> | null {
  const stored = ExtraChoices.safeParse(browserStorage.readJson(extrasKeyOf(uid)));
  return stored.success && Object.hasOwn(stored.data, key) ? (stored.data[key] ?? null) : null;
}

export function rememberExtraChoices(uid: string, key: string, choices: Record<string, ExtraChoice>): void {
  const stored = ExtraChoices.safeParse(browserStorage.readJson(extrasKeyOf(uid)));
  const { [key]: _, ...others } = stored.success ? stored.data : {};
  const kept = [...Object.entries(others).slice(1 - MAPPINGS_MAXIMUM), [key, choices] as const];
  browserStorage.write(extrasKeyOf(uid), JSON.stringify(Object.fromEntries(kept)));
}
