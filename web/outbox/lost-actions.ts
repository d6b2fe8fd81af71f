import { readCookie, writeCookie } from '#web/storage/browser-cookies.ts';
import { createStore, useStore } from '#web/store.ts';
import type { Action } from './actions.ts';

/*
 * This module stores the number of waiting actions of each kind in a cookie for each account. The cookie contains no
 * text of the member. A browser that evicts the data of a site deletes the databases and usually the local storage, but
 * no cookies. Therefore the counts show which actions were lost.
 */

const WAITING = 'momokzi.waiting.';
const LOST = 'momokzi.lost.';

export type Counts = Readonly<Record<string, number>>;

export function noteWaiting(account: string, actions: readonly Action[]): void {
  const counts = actions.reduce<Counts>((sum, { kind }) => added(sum, { [cookieName(kind)]: 1 }), {});
  write(WAITING + account, counts);
}

/**
 * Notes that actions were lost. It is called when the database of the actions is created. The previous database was
 * deleted, and with it all actions that were counted before.
 */
export function noteLoss(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!name.startsWith(WAITING)) continue;
    const account = name.slice(WAITING.length);
    write(LOST + account, added(read(LOST + account), read(name)));
    write(name, {});
  }
}

const shown = createStore<Counts>({});

/**
 * Shows what the account has lost.
 * @param account the account, or null without a session
 */
export const showLoss = (account: string | null): void =>
  shown.set(account === null ? {} : read(LOST + account));

/** Forgets the lost actions. It is called when the member has confirmed the notice. */
export function forgetLoss(account: string): void {
  write(LOST + account, {});
  shown.set({});
}

/**
 * Returns the counts of actions that the browser deleted before they were sent. They are kept until the member has
 * confirmed the notice.
 */
export const useLostActions = (): Counts => useStore(shown);

/** The kind of an unreadable action may contain any character, but a cookie may not. */
const cookieName = (kind: string): string => (/^[a-z]+\.[a-zA-Z]+$/.test(kind) ? kind : 'unknown');

const added = (one: Counts, other: Counts): Counts =>
  Object.entries(other).reduce((sum, [kind, count]) => ({ ...sum, [kind]: (sum[kind] ?? 0) + count }), one);

const read = (name: string): Counts =>
  Object.fromEntries(
    (readCookie(name)?.split('/') ?? []).flatMap((each) => {
      const [kind = '', written] = each.split(':');
      const count = Number(written);
      return kind !== '' && Number.isInteger(count) && 0 < count ? [[kind, count]] : [];
    }),
  );

/** Writes the counts into a cookie. The value is not JSON, because cookies do not allow some of its characters. */
function write(name: string, counts: Counts): void {
  const parts = Object.entries(counts).map(([kind, count]) => `${kind}:${count}`);
  const value = parts.join('/') || null;
  if (value !== readCookie(name)) writeCookie(name, value);
}
