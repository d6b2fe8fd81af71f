import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';

/** What becomes of a table's rows about a person who leaves. */
export type PersonalTable = {
  table: keyof DB;
  /** The column with the person's id. */
  column: string;
  /** `deleted`: the rows go. `anonymous`: they stay, and do not say any more whose they were. */
  whenLeaving: 'deleted' | 'anonymous';
  /**
   * How, where no foreign key to the account does it; runs in the transaction that ends the account, before it.
   * What is not in the database, such as photos, is left to a job that is added here.
   */
  erase?: (connection: Connection, person: { userId: string }) => Promise<void>;
};

export type PersonalData = {
  /** Every table that holds a person's id is declared, once: a test compares the list with the database. */
  declare: (...tables: PersonalTable[]) => void;
  tables: () => readonly PersonalTable[];
  /** Erases what foreign keys do not. */
  erase: (connection: Connection, person: { userId: string }) => Promise<void>;
};

/** The list of everything that is kept about people, so that leaving forgets nothing. */
export function createPersonalData(): PersonalData {
  const declared: PersonalTable[] = [];
  return {
    declare: (...tables) => void declared.push(...tables),
    tables: () => declared,
    erase: async (connection, person) => {
      for (const { erase } of declared) await erase?.(connection, person);
    },
  };
}
