import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Refresh, RegisterKind } from '#features/place-data/place-data.contract.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Pauses } from './download-register.ts';
import type { RefreshError } from './refresh-error.ts';

export type RefreshContext = {
  database: Database;
  connectionString: string;
  settings: Pick<
    Settings,
    'BASE_URL' | 'DATA_DIR' | 'DISK_RESERVE_MEGABYTES' | 'OPEN_DATA_URL' | 'PLACES_REGISTER_URL'
  >;
  signal: AbortSignal;
  /** Called when a refresh starts and when it ends. */
  onChange: (refresh: Refresh, result: 'started' | 'done' | 'stopped' | RefreshError) => void;
  pauses?: Pauses;
  /** Maximum time in milliseconds without data from the portal. Only tests set it. */
  silenceMs?: number;
};

/** The folder of downloaded and uploaded files that are not imported yet. */
export const registerFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string =>
  path.join(DATA_DIR, 'place-data');

/** The file of a refresh. `kind` is null for an uploaded file. */
export const registerFile = (
  settings: Pick<Settings, 'DATA_DIR'>,
  { id, kind }: { id: string; kind: RegisterKind | null },
): string => path.join(registerFolder(settings), `${id}-${kind ?? 'upload'}.csv`);

/** Number of characters that cannot be decoded, per row, above which the file has another encoding. */
export const UNREADABLE_PER_ROW = 0.1;
/** An honest name with the address of the site. */
export const userAgentOf = ({ BASE_URL }: Pick<Settings, 'BASE_URL'>): string =>
  `Mozilla/5.0 (compatible; Momokzi/1.0; +${BASE_URL})`;

export const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    // A file that cannot be read is downloaded again.
    () => false,
  );

/** The report of the import of a file. It names the rows that were not taken. */
export const reportFileOf = (file: string): string => `${file}.report.csv`;
