import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Action } from './actions.ts';
import { noteLoss } from './lost-actions.ts';

interface Stored extends DBSchema {
  actions: {
    key: number;
    value: Omit<Action, 'seq'> & { seq?: number };
    indexes: { account: string; id: string };
  };
}

const OUTBOX_DATABASE = 'momokzi-outbox';

/** The actions on this device. A database of its own, so that nothing that clears cached data can remove them. */
export type ActionStore = {
  /** The actions of an account, in order. */
  of: (account: string) => Promise<Action[]>;
  /** Adds the action, or replaces the one with the same id. */
  put: (action: Omit<Action, 'seq'> & { seq?: number }) => Promise<void>;
  remove: (seqs: readonly number[]) => Promise<void>;
};

export function openActionStore(): ActionStore {
  let opened: Promise<IDBPDatabase<Stored>> | undefined;
  const database = () => {
    opened ??= openDB<Stored>(OUTBOX_DATABASE, 1, {
      upgrade: (created) => {
        const actions = created.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
        actions.createIndex('account', 'account');
        actions.createIndex('id', 'id', { unique: true });
        noteLoss();
      },
      // The browser ended the connection, for example to delete the site's data.
      terminated: () => (opened = undefined),
    });
    opened.catch(() => (opened = undefined));
    return opened;
  };
  return {
    of: async (account) =>
      (await (await database()).getAllFromIndex('actions', 'account', account)) as Action[],
    put: async (action) => {
      const writing = (await database()).transaction('actions', 'readwrite', { durability: 'strict' });
      const seq = action.seq ?? (await writing.store.index('id').getKey(action.id));
      const put = writing.store.put(seq === undefined ? action : { ...action, seq });
      // Does not wait for the transaction to commit by itself; see web/leaving.ts.
      writing.commit();
      await Promise.all([put, writing.done]);
    },
    remove: async (seqs) => {
      const writing = (await database()).transaction('actions', 'readwrite', { durability: 'strict' });
      const deleted = seqs.map((seq) => writing.store.delete(seq));
      writing.commit();
      await Promise.all([...deleted, writing.done]);
    },
  };
}
