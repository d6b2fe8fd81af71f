import { stringify } from 'csv-stringify/sync';
import type { UnmatchedEntry } from './official-pages.sql.ts';

/** The report is in English like that of an import of the licence register. */
const REASONS: Record<UnmatchedEntry['match'], string> = {
  check: 'several places are possible: decide in 확인 필요',
  unmatched: 'no open place with this telephone number, house or name in the district',
  rejected: 'the admin decided that no candidate is the place',
};

/** Writes the entries without a place as CSV, with the reason. */
export const unmatchedCsv = (entries: readonly UnmatchedEntry[]): string =>
  stringify(
    entries.map(({ match, ...entry }) => ({ ...entry, reason: REASONS[match] })),
    {
      header: true,
      bom: true,
      columns: ['name', 'address', 'phone', 'reason'],
      escape_formulas: true,
    },
  );
