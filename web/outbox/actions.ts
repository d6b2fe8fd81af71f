import type { QueryClient } from '@tanstack/react-query';
import type { FieldError } from '#common/problem.ts';

/** A write that is stored on the device until the server has answered it. */
export type Action<Payload = unknown> = {
  /** Order of the actions; assigned by the database. */
  seq: number;
  /** Generated on the device. A created object has the same id on the server (docs/decisions/0040-outbox.md). */
  id: string;
  /** The account that the action belongs to. Only a session of this account sends the action. */
  account: string;
  /** 'restaurants.add': the feature, and what it does. */
  kind: string;
  /** Id of the place, entry or collection. Actions of one object are sent in order. */
  object: string;
  /** Later actions of the object cannot succeed without this one. */
  creates: boolean;
  payload: Payload;
  /** Milliseconds. */
  createdAt: number;
  /** Why the server refused it; null while it waits to be sent. */
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
   * Sends the action; must have no second effect if it was sent before.
   * @param keep stores a changed payload, such as after one of several photos was uploaded
   * @throws ApiProblem
   */
  send: (action: Action, keep: (payload: unknown) => Promise<void>) => Promise<unknown>;
  /** Shows the effect on the documents in memory. Repeated after every read, so it must be idempotent. */
  show: (queryClient: QueryClient, action: Action) => void;
  /** Changes the payload of a later action on the same object after this action was answered; undefined: unchanged. */
  rebase: ((later: Action, answer: unknown) => unknown) | null;
  /** Shows the server's answer. */
  onSent: (queryClient: QueryClient, answer: unknown) => unknown;
  /** Shows the state without the action. */
  onDropped: (queryClient: QueryClient, action: Action) => unknown;
  /** Name of the kind, for actions of which only the kind is known. */
  label: () => string;
  /** Texts for the list of waiting actions. */
  describe: (action: Action) => Description;
  /** Reads the text that is stored on the server now, for comparison; null: not possible. */
  readSaved: ((queryClient: QueryClient, action: Action) => Promise<string>) | null;
  /** Stores the text of a refused action as the draft of its form. null: there is no form. */
  reopen: ((action: Action) => Promise<Reopened>) | null;
  /**
   * Codes of temporary problems of the action that a waiting form shows, because it offers another way. Without a form,
   * the action is sent later.
   */
  formProblems: readonly string[];
  /** Sends a refused action again, so that it overwrites a newer version; null: not possible. */
  overwrite: ((action: Action) => unknown) | null;
};

/**
 * @property path - URL of the form
 * @property isStored - false: the form already has another draft, which must not be lost
 */
export type Reopened = { path: string; isStored: boolean };

type Description = { name: string; what: string; words: string };

type Typed<Payload, Answer> = {
  send: (action: Action<Payload>, keep: (payload: Payload) => Promise<void>) => Promise<Answer>;
  show: (queryClient: QueryClient, action: Action<Payload>) => void;
  onSent: (queryClient: QueryClient, answer: Answer) => unknown;
  onDropped: (queryClient: QueryClient, action: Action<Payload>) => unknown;
  label: () => string;
  /** `what` is the label if it is absent. */
  describe: (action: Action<Payload>) => Partial<Description> & Pick<Description, 'name'>;
  readSaved?: (queryClient: QueryClient, action: Action<Payload>) => Promise<string>;
  rebase?: (later: Action, answer: Answer) => unknown;
  reopen?: (action: Action<Payload>) => Promise<Reopened>;
  formProblems?: readonly string[];
  /** @returns the payload to send */
  overwrite?: (action: Action<Payload>) => Payload;
};

/** The payload of an action has the type that its own kind uses, so the types can be erased here. */
export function defineKind<Payload, Answer>(kind: Typed<Payload, Answer>): Kind {
  const { describe, rebase = null, reopen = null, readSaved = null, overwrite = null } = kind;
  const { formProblems = [] } = kind;
  return {
    ...kind,
    describe: (action: Action<Payload>) => ({ words: '', what: kind.label(), ...describe(action) }),
    ...{ rebase, reopen, readSaved, overwrite, formProblems },
  } as unknown as Kind;
}

type Load = () => Promise<Record<string, Kind>>;
const loaders = new Map<string, Load>();

/** Registers the kinds of a feature; they are loaded when the first of its actions is sent or shown. */
export const registerKinds = (feature: string, load: Load): void => void loaders.set(feature, load);

export async function kindOf({ kind }: Pick<Action, 'kind'>): Promise<Kind> {
  const [feature = '', name = ''] = kind.split('.');
  const found = (await loaders.get(feature)?.())?.[name];
  if (!found) throw new Error(`Unknown kind of action: ${kind}`);
  return found;
}
