import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { fetchCode, reloadOnce } from '#web/shell/fetched-code.ts';
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

/** The actions on this device. They have a separate database, so that clearing cached data does not delete them. */
export type ActionStore = {
  /** Returns the actions of an account in their order. Loads the code that reads them only if there are any. */
  of: (account: string) => Promise<Action[]>;
  /** Adds the action, or replaces the action with the same id. */
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
  const write = async (requested: (actions: Actions) => Promise<unknown>[]) => {
    const writing = (await database()).transaction('actions', 'readwrite', { durability: 'strict' });
    const requests = requested(writing.store);
    // No other code runs between the requests and `commit()`. Therefore the browser cannot leave the page before the
    // commit begins (web/browser/leaving.ts).
    writing.commit();
    await Promise.all([...requests, writing.done]);
  };
  return {
    of: async (account) => {
      const rows: unknown[] = await (await database()).getAllFromIndex('actions', 'account', account);
      if (rows.length === 0) return [];
      const { readAction } = await loadStoredAction();
      return Promise.all(rows.map(readAction));
    },
    put: (action) =>
      write((actions) => [actions.put(action)]).catch(async (error: unknown) => {
        if (!isDuplicate(error)) throw error;
        const seq = await (await database()).getKeyFromIndex('actions', 'id', action.id);
        await write((actions) => [actions.put(seq === undefined ? action : { ...action, seq })]);
      }),
    remove: (seqs) => write((actions) => seqs.map((seq) => actions.delete(seq))),
  };
}

/** If the code was lost with the connection, the document is reloaded when the server can be reached again. */
const loadStoredAction = () =>
  fetchCode(() => import('./stored-action.ts')).catch((error: Error) => {
    reloadOnce(error);
    throw error;
  });

type Actions = IDBPObjectStore<Stored, ['actions'], 'actions', 'readwrite'>;

/** Whether the device already has an action with this id. */
const isDuplicate = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'ConstraintError';
