import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { FieldError } from '#common/problem.ts';

/**
 * The format of the payloads that this version of the app stores. Increase it if the payload of any kind changes, and
 * add the previous schema to `earlier` of this kind. Actions stay on devices for weeks, so every earlier format must
 * still be readable (`stored-action.test.ts`). Actions without a format number have format 1.
 */
export const ACTION_FORMAT = 2;

/** A write that is stored on the device until the server has answered it. */
export type Action<Payload = unknown> = {
  /** The position of the action in the order. The database assigns it. */
  seq: number;
  /**
   * The id of the action, which the device generates. A created object has the same id on the server
   * (docs/decisions/0040-outbox.md).
   */
  id: string;
  /** The account that the action belongs to. Only a session of this account sends the action. */
  account: string;
  /** The feature and what the action does, such as `restaurants.add`. */
  kind: string;
  /** The id of the place, entry or collection. Actions of one object are sent in order. */
  object: string;
  /** Whether the action creates the object. Later actions of the object cannot succeed without it. */
  creates: boolean;
  /** The format of the payload in the storage. */
  format: number;
  payload: Payload;
  /** The time of the action in milliseconds. */
  createdAt: number;
  /** The reason why the server refused the action. It is null while the action waits to be sent. */
  problem: StoredProblem | null;
};

export type StoredProblem = {
  status: number;
  code: string;
  params: Record<string, string | number>;
  errors: FieldError[];
};

export type NewAction = Pick<Action, 'kind' | 'object' | 'payload'> & { id?: string; creates?: boolean };

/**
 * The behaviour of one kind of action. Features define their kinds (`defineKind`); `web/routes/start-outbox.ts`
 * registers them.
 */
export type Kind = {
  /**
   * Reads a stored payload of the current or of an earlier format.
   * @returns the payload in the current format; undefined if this version of the app cannot read it
   */
  read: (stored: { payload: unknown; format: number }) => unknown;
  /**
   * Sends the action. If it was sent before, sending it again must have no second effect.
   * @param keep stores a changed payload, for example after one of several photos was uploaded
   * @throws ApiProblem
   */
  send: (action: Action, keep: (payload: unknown) => Promise<void>) => Promise<unknown>;
  /**
   * Shows the effect of the action on the documents in memory. It is called again after every read, so it must be
   * idempotent.
   */
  show: (queryClient: QueryClient, action: Action) => void;
  /**
   * Returns the new payload of a later action on the same object after this action was answered. If the result is
   * undefined, the payload does not change.
   */
  rebase: ((later: Action, answer: unknown) => unknown) | null;
  onSent: (queryClient: QueryClient, answer: unknown) => unknown;
  onDropped: (queryClient: QueryClient, action: Action) => unknown;
  /** Returns the name of the kind. It is used if nothing else is known about an action. */
  label: () => string;
  /** Returns the texts of the action for the list of waiting actions. */
  describe: (action: Action) => Description;
  /** Reads the text that the server has now, for comparison with the action. It is null if this is not possible. */
  readSaved: ((queryClient: QueryClient, action: Action) => Promise<string>) | null;
  /** Stores the text of a refused action as the draft of its form. It is null if there is no form. */
  reopen: ((action: Action) => Promise<Reopened>) | null;
  /**
   * Codes of temporary problems. A form that waits for the answer shows these problems, because it offers an
   * alternative. If no form waits, the action is sent later.
   */
  temporaryProblems: readonly string[];
  /** Sends a refused action again, so that it overwrites a newer version. It is null if this is not possible. */
  overwrite: ((action: Action) => unknown) | null;
};

/**
 * @property path - URL of the form
 * @property isStored - false: the form already has another draft, which must not be lost
 */
export type Reopened = { path: string; isStored: boolean };

type Description = { name: string; what: string; words: string };

type Typed<Payload, Answer> = {
  /** The schema of the payload. It is checked when the action is read from the storage. */
  payload: z.ZodType<Payload>;
  /** The schemas of earlier formats, by format number. They convert the payload to the current format. */
  earlier?: Readonly<Record<number, z.ZodType<Payload>>>;
  send: (action: Action<Payload>, keep: (payload: Payload) => Promise<void>) => Promise<Answer>;
  show: (queryClient: QueryClient, action: Action<Payload>) => void;
  onSent: (queryClient: QueryClient, answer: Answer) => unknown;
  onDropped: (queryClient: QueryClient, action: Action<Payload>) => unknown;
  label: () => string;
  /** Returns the texts of the action. If `what` is missing, the label is used. */
  describe: (action: Action<Payload>) => Partial<Description> & Pick<Description, 'name'>;
  readSaved?: (queryClient: QueryClient, action: Action<Payload>) => Promise<string>;
  rebase?: (later: Action, answer: Answer) => unknown;
  reopen?: (action: Action<Payload>) => Promise<Reopened>;
  temporaryProblems?: readonly string[];
  /**
   * Changes a refused action so that it overwrites a newer version.
   * @returns the payload to send
   */
  overwrite?: (action: Action<Payload>) => Payload;
};

/**
 * Defines a kind with the types of its payload and answer. Each action is passed only to its own kind. Therefore the
 * types can be erased here.
 */
export function defineKind<Payload, Answer>(kind: Typed<Payload, Answer>): Kind {
  const { describe, rebase = null, reopen = null, readSaved = null, overwrite = null } = kind;
  const { temporaryProblems = [], payload: schema, earlier = {} } = kind;
  return {
    ...kind,
    read: ({ payload, format }: { payload: unknown; format: number }) =>
      (format === ACTION_FORMAT ? schema : (earlier[format] ?? schema)).safeParse(payload).data,
    describe: (action: Action<Payload>) => ({ words: '', what: kind.label(), ...describe(action) }),
    rebase,
    reopen,
    readSaved,
    overwrite,
    temporaryProblems,
  } as unknown as Kind;
}

type Load = () => Promise<Record<string, Kind>>;
const loaders = new Map<string, Load>();

/** Registers the kinds of a feature. They are loaded when the first action of the feature is sent or shown. */
export const registerKinds = (feature: string, load: Load): void => void loaders.set(feature, load);

/** Returns the kind of an action. The result is null if this version of the app does not know the kind. */
export async function findKind({ kind }: Pick<Action, 'kind'>): Promise<Kind | null> {
  const [feature = '', name = ''] = kind.split('.');
  const kinds = (await loaders.get(feature)?.()) ?? {};
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

/** Returns the kind of an action that this version of the app can send. */
export async function kindOf(action: Pick<Action, 'kind'>): Promise<Kind> {
  const found = await findKind(action);
  if (!found) throw new Error(`Unknown kind of action: ${action.kind}`);
  return found;
}
