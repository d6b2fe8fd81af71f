import type { Action, StoredProblem } from './actions.ts';

/**
 * The problem of an action that this version of the app cannot read. It is not stored, because a newer version may be
 * able to read the action.
 */
export const UNREADABLE: StoredProblem = { status: 0, code: 'outbox.unreadable', params: {}, errors: [] };

export const isUnreadable = ({ problem }: Pick<Action, 'problem'>): boolean =>
  problem?.code === UNREADABLE.code;
