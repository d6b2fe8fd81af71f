import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';

export type PersonalTable = {
  table: keyof DB;
  /** The column with the user's id. */
  column: string;
  /**
   * What the deletion of the account does to the rows. `anonymous`: the rows stay without a reference to the person.
   */
  onDeletion: 'deleted' | 'anonymous';
  /**
   * Erases rows that the foreign keys do not delete. Runs before the deletion of the user, in the same transaction.
   * If a feature has data outside the database, such as photos, `erase` adds a job that deletes the data.
   */
  erase?: (connection: Connection, person: { userId: string }) => Promise<void>;
  /**
   * Deletes secret URLs that give access without sign-in, because an intruder may have copied them. Runs in the
   * transaction that resets the password.
   */
  revoke?: (connection: Connection, person: { userId: string }) => Promise<unknown>;
};

export type PersonalData = {
  /** Declares tables with a user id. Each table is declared once. A test compares the list with the database. */
  declare: (...tables: PersonalTable[]) => void;
  tables: () => readonly PersonalTable[];
  erase: (connection: Connection, person: { userId: string }) => Promise<void>;
  revoke: (connection: Connection, person: { userId: string }) => Promise<void>;
};

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
