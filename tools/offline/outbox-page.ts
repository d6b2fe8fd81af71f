import type { Collection } from '#features/collections/collections.contract.ts';

/** Ids of a written action and of the object that it creates. */
type Written = { id: string; object: string };

/** What page.ts offers to the tests, which run on the server. Functions that write return the id of the action. */
export type OutboxPage = {
  start: (account: string) => void;
  /**
   * For control runs, which must fail: after this call the page sends creations without an id, and with a new key at
   * each attempt.
   */
  forgetIds: () => void;
  add: (name: string) => Promise<Written>;
  onPlace: (name: 'change' | 'remove' | 'restore', restaurantId: string, changes?: object) => Promise<string>;
  /**
   * Changes the memo of a place. Also sends the memo that the screens show, so that the server can detect a change by
   * another device.
   */
  memo: (restaurantId: string, text: string) => Promise<string>;
  /** Replaces the whole entry. The new entry has no photo. */
  rewrite: (entryId: string, text: string) => Promise<string>;
  showServerState: (state: {
    places: readonly { id: string; sourceMemo: string }[];
    entries: readonly { id: string; updatedAt: number }[];
  }) => Promise<void>;
  /** @param photo base64 of a WebP */
  write: (text: string, photo: string) => Promise<Written>;
  onCollection: (
    name: 'add' | 'change' | 'remove' | 'restore' | 'react',
    object: string,
    payload: { collectionId: string } & Record<string, unknown>,
  ) => Promise<string>;
  /**
   * Writes a comment. Comments need a connection. If the answer is lost, the comment is sent again with the same key.
   * @returns whether the server accepted the comment
   */
  comment: (
    params: { collectionId: string; restaurantId: string },
    text: string,
    options?: { withoutKey?: boolean },
  ) => Promise<boolean>;
  /** Returns the collection as the screens show it. Reads only the changes since the version that this page has. */
  collection: (collectionId: string) => Promise<Collection | null>;
  /** For control runs: after this call the page reads changes since a version that does not exist yet. */
  forgetVersions: () => void;
  /** For control runs: after this call every move goes to the start, and every 가고 싶어요 is inverted. */
  distort: () => void;
  shiftClock: (milliseconds: number) => void;
  send: () => Promise<void> | undefined;
  /** Stores the first action again, as the outbox does if the storage of the device did not answer in time. */
  storeAgain: () => Promise<void>;
  /**
   * After this call, each writing transaction is aborted right after it has begun, as web/requests/abort-when-left.ts does in
   * WebKit when the page is left.
   */
  abortWrites: () => void;
  /** Returns the stored actions. `code` states why an action was refused; null means that the action is waiting. */
  storedActions: () => Promise<{ id: string; object: string; code: string | null }[]>;
  /** Returns the ids of the actions that the server refused while the page waited for the answer. */
  refused: () => string[];
};
