import { z } from 'zod';
import { FieldError } from '#common/problem.ts';
import { type Action, ACTION_FORMAT, findKind } from './actions.ts';
import { UNREADABLE } from './unreadable-action.ts';

const StoredAction = z.object({
  seq: z.int(),
  id: z.string().min(1),
  account: z.string(),
  kind: z.string(),
  object: z.string(),
  creates: z.boolean(),
  /** Actions that were stored before there were format numbers have format 1. */
  format: z.int().min(1).default(1),
  payload: z.unknown(),
  createdAt: z.number(),
  problem: z
    .object({
      status: z.number(),
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      errors: z.array(FieldError),
    })
    .nullable(),
});

/** The parts of an unreadable action that can be read. The member needs them to discard the action. */
const Remains = z.object({
  seq: z.int(),
  id: z.string().min(1).catch(''),
  account: z.string(),
  kind: z.string().catch(''),
  object: z.string().catch(''),
  creates: z.boolean().catch(false),
  format: z.int().catch(1),
  createdAt: z.number().catch(0),
});

/**
 * Reads an action from the storage and converts it to the current format. An action that this version of the app cannot
 * read becomes a refused action, so that it does not delay others and can be discarded.
 * @param row the value of the database
 */
export async function readAction(row: unknown): Promise<Action> {
  const stored = StoredAction.safeParse(row);
  if (!stored.success) return unreadable(row);
  const action: Action = stored.data;
  const kind = await findKind(action).catch(() => undefined);
  // The code of the kind could not be loaded now. The outbox tries again later.
  if (kind === undefined) return action;
  const payload = action.format <= ACTION_FORMAT ? kind?.read(action) : undefined;
  if (payload === undefined) return unreadable(row);
  return { ...action, payload, format: ACTION_FORMAT };
}

function unreadable(row: unknown): Action {
  const remains = Remains.parse(row);
  return { ...remains, id: remains.id || `unreadable-${remains.seq}`, payload: null, problem: UNREADABLE };
}
