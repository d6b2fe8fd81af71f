import type { ProvinceCode } from '#common/regions.ts';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import {
  type DownloadedList,
  placeDataProblems,
  type Refresh,
} from '#features/place-data/place-data.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { addListRefresh, addRefresh, addUpload, requestStop } from './place-data.sql.ts';

/** The process that refreshes starts as soon as the transaction commits, and not only in the next minute. */
const runSoon = (transaction: Connection, jobs: Jobs) =>
  jobs.add(transaction, 'place_data.run', {}, { key: 'place_data.run' });

/** Adds a refresh of a province or of an official list. If one waits or runs already, returns it. */
export const startRefresh = ({
  database,
  jobs,
  admin,
  of,
}: {
  database: Database;
  jobs: Jobs;
  admin: Person;
  of: { province: ProvinceCode } | { list: DownloadedList };
}): Promise<Refresh> =>
  database.transaction().execute(async (transaction) => {
    const { refresh, isNew } =
      'province' in of
        ? await addRefresh(transaction, { ...of, startedBy: 'admin' })
        : await addListRefresh(transaction, { ...of, startedBy: 'admin' });
    if (isNew)
      await writeAuditLog(transaction, {
        admin,
        act: 'place_data.refresh_started',
        subject: refresh.id,
        before: null,
        after: of,
      });
    await runSoon(transaction, jobs);
    return refresh;
  });

/** @throws refreshes.not_found */
export const stopRefresh = ({
  database,
  admin,
  id,
}: {
  database: Database;
  admin: Person;
  id: string;
}): Promise<Refresh> =>
  database.transaction().execute(async (transaction) => {
    const refresh = await requestStop(transaction, id);
    if (refresh === null) throw problem(placeDataProblems, 'refreshes.not_found');
    await writeAuditLog(transaction, {
      admin,
      act: 'place_data.refresh_stopped',
      subject: id,
      before: null,
      after: { province: refresh.province, list: refresh.list },
    });
    return refresh;
  });

/** Adds the import of an uploaded file, which is already in the folder of registers. */
export const addUploadedFile = ({
  database,
  jobs,
  admin,
  id,
  bytes,
  list,
}: {
  database: Database;
  jobs: Jobs;
  admin: Person;
  id: string;
  bytes: number;
  /** The official list; null if the file is that of the licence register. */
  list: OfficialList | null;
}): Promise<Refresh> =>
  database.transaction().execute(async (transaction) => {
    const refresh = await addUpload(transaction, { id, bytes, list });
    await writeAuditLog(transaction, {
      admin,
      act: 'place_data.file_uploaded',
      subject: id,
      before: null,
      after: { bytes, ...(list && { list }) },
    });
    await runSoon(transaction, jobs);
    return refresh;
  });
