import { z } from 'zod';
import { PhotoPurpose, PhotoSize } from '#features/photos/photos.contract.ts';

/** A part of a backup. It is small enough to be held in memory. */
export type Entry = { name: string; bytes: Uint8Array };

/** The content of the first entry. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The fingerprint of AUTH_SECRET. The second factors in the database are encrypted with this secret. */
  secretFingerprint: z.string(),
  /** Whether the backup contains AUTH_SECRET. True if the secret is stored in DATA_DIR. */
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The content of the entry that follows all rows. */
export const DatabaseSummary = z.object({
  rows: z.record(z.string(), z.number()),
  sequences: z.record(z.string(), z.number()),
});
export type DatabaseSummary = z.infer<typeof DatabaseSummary>;

export const MANIFEST = 'manifest.json';
/** Name of the entry with AUTH_SECRET. The entry is missing if the secret comes from the environment. */
export const STORED_SECRET = 'auth-secret';
export const DATABASE_SUMMARY = 'database.json';
/** Name of the table in the backup that contains the waiting jobs. Its columns are `JOB_COLUMNS`. */
export const JOBS = 'waiting jobs';

export const jsonEntry = (name: string, value: unknown): Entry => ({
  name,
  bytes: Buffer.from(JSON.stringify(value)),
});

export function parseEntry<T>(schema: z.ZodType<T>, { name, bytes }: Entry): T {
  const parsed = schema.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  if (parsed.success) return parsed.data;
  throw new Error(`${name} is not in the format of this release.`);
}

/**
 * Returns the name of the entry with a part of a table, in PostgreSQL's text format. The parts of a table are
 * consecutive entries.
 */
export const rowsEntryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(8, '0')}`;

export const tableOf = (name: string): string | null => /^tables\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null;

export type PhotoFile = { photoId: string; purpose: PhotoPurpose; size: PhotoSize };

export const photoEntryName = ({ photoId, purpose, size }: PhotoFile): string =>
  `photos/${purpose}/${photoId}/${size}`;

export function photoOf(name: string): PhotoFile | null {
  const [, purpose, photoId = '', size] = /^photos\/(\w+)\/([\w-]+)\/(\w+)$/.exec(name) ?? [];
  const file = { purpose: PhotoPurpose.safeParse(purpose), size: PhotoSize.safeParse(size) };
  if (!file.purpose.success || !file.size.success) return null;
  return { photoId, purpose: file.purpose.data, size: file.size.data };
}
