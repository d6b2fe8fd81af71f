import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';

/** How account deletion treats a table's rows about a person. */
export type PersonalTable = {
  table: keyof DB;
  /** The column with the user's id. */
  column: string;
  /** `deleted`: the rows are deleted. `anonymous`: they stay without a reference to the person. */
  onDeletion: 'deleted' | 'anonymous';
  /**
   * Erases rows that the foreign keys do not delete with the account. Runs in the transaction that deletes the account,
   * before the deletion. For data outside the database, such as photos, it adds a job.
   */
  erase?: (connection: Connection, person: { userId: string }) => Promise<void>;
  /**
   * Deletes addresses that give access to private data without signing in. Runs in the transaction that resets the
   * password: a person who had access to the account may have copied them.
   */
  revoke?: (connection: Connection, person: { userId: string }) => Promise<unknown>;
};

export type PersonalData = {
  /** Every table with a user id is declared once; a test compares the list with the database. */
  declare: (...tables: PersonalTable[]) => void;
  tables: () => readonly PersonalTable[];
  /** Runs `erase` of every declared table. */
  erase: (connection: Connection, person: { userId: string }) => Promise<void>;
  /** Runs `revoke` of every declared table. */
  revoke: (connection: Connection, person: { userId: string }) => Promise<void>;
};

/** Registry of all personal data, so that account deletion misses nothing. */
export function createPersonalData(): PersonalData {
  const declared: PersonalTable[] = [];
  return {
    declare: (...tables) => void declared.push(...tables),
    tables: () => declared,
    erase: async (connection, person) => {
      for (const { erase } of declared) await erase?.(connection, person);
    },
    revoke: async (connection, person) => {
      for (const { revoke } of declared) await revoke?.(connection, person);
    },
  };
}
