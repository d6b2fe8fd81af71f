import type { Refresh, RegisterKind } from '#features/place-data/place-data.contract.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { diskReserveOf } from '#server/http/disk-reserve.ts';
import { updateProgress, updateStep } from './place-data.sql.ts';
import { RefreshError } from './refresh-error.ts';

/** Milliseconds between two updates of the stored progress. */
const PROGRESS_MS = 1_000;

/** The reason of the signal after the admin has stopped the refresh. */
export class Stopped extends Error {}

type Progress = Pick<Refresh, 'done' | 'total' | 'rows'>;

type WatchContext = {
  database: Database;
  settings: Pick<Settings, 'DATA_DIR' | 'DISK_RESERVE_MEGABYTES'>;
  signal: AbortSignal;
};

/** Stores the progress of a refresh every second, and aborts it when the admin stops it or the disk becomes full. */
export type Watch = {
  signal: AbortSignal;
  step: (step: NonNullable<Refresh['step']>, kind: RegisterKind | null) => Promise<void>;
  report: (progress: Progress) => void;
  end: () => void;
};

export function watchRefresh(
  { database, settings, signal }: WatchContext,
  { id }: Pick<Refresh, 'id'>,
): Watch {
  const { freeMegabytes, reserveMegabytes } = diskReserveOf(settings);
  const abortion = new AbortController();
  let progress: Progress = { done: 0, total: 0, rows: 0 };
  let isUpdating = false;
  const update = async () => {
    const isStopRequested = await updateProgress(database, { id, ...progress });
    if (isStopRequested) abortion.abort(new Stopped());
    const free = await freeMegabytes();
    if (free !== null && free < reserveMegabytes) abortion.abort(new RefreshError('disk_full'));
  };
  const timer = setInterval(() => {
    if (isUpdating) return;
    isUpdating = true;
    void update()
      // Without the database the refresh cannot go on.
      .catch((error: unknown) => abortion.abort(error))
      .finally(() => (isUpdating = false));
  }, PROGRESS_MS);
  return {
    signal: AbortSignal.any([signal, abortion.signal]),
    step: async (step, kind) => {
      progress = { done: 0, total: 0, rows: 0 };
      await updateStep(database, { id, step, kind });
      await update();
    },
    report: (reported) => (progress = reported),
    end: () => clearInterval(timer),
  };
}
