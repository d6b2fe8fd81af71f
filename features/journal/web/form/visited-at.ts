import { localMoment } from '#common/dates.ts';
import type { CheckedJournalDraft } from '#features/journal/journal.contract.ts';

/** Returns the time of a visit. At noon, a visit without a time has the same day in most time zones. */
export const visitedAtOf = ({ visitDate, visitTime }: Pick<CheckedJournalDraft, 'visitDate' | 'visitTime'>) =>
  localMoment({ day: visitDate, time: visitTime ?? '12:00' });
