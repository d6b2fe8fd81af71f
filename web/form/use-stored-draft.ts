import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { browserStorage } from '../storage/browser-storage.ts';
import { watchEditing } from './editing.ts';
import { isRecord } from '../storage/stored-values.ts';
import type { StoredSubmission, UnansweredKeys } from '../requests/submissions.ts';

const DEBOUNCE_MS = 400;

/**
 * Reads a draft. Returns null if there is none, or if nothing of it can be read. Another version of the app may have
 * stored the draft. The parts that this version cannot read are replaced by the parts of `empty`; the others are kept.
 */
export function readDraft<Draft extends Record<string, unknown>>({
  key,
  schema,
  empty,
}: {
  key: string;
  schema: z.ZodType<Draft>;
  empty: Draft;
}): Draft | null {
  const stored = browserStorage.readJson(key);
  const draft = schema.safeParse(stored);
  if (draft.success) return draft.data;
  if (!isRecord(stored)) return null;
  return schema.safeParse(readableParts({ stored, empty, issues: draft.error.issues })).data ?? null;
}

/** Returns the stored draft, in which the parts named by the issues have the values of `empty`. */
function readableParts({
  stored,
  empty,
  issues,
}: {
  stored: Record<string, unknown>;
  empty: Record<string, unknown>;
  issues: readonly { path: readonly PropertyKey[] }[];
}): Record<string, unknown> {
  const unreadable = Map.groupBy(issues, ({ path }) => path[0]);
  const parts = Object.keys({ ...stored, ...empty }).map((name) => {
    const [value, initial] = [stored[name], empty[name]];
    const inside = unreadable.get(name)?.map(({ path }) => ({ path: path.slice(1) }));
    if (!inside) return [name, value];
    if (isRecord(value) && isRecord(initial))
      return [name, readableParts({ stored: value, empty: initial, issues: inside })];
    if (!Array.isArray(value) || inside.some(({ path }) => path.length === 0)) return [name, initial];
    const positions = new Set(inside.map(({ path }) => path[0]));
    return [name, value.filter((_, position) => !positions.has(position))];
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/**
 * Stores a draft.
 * @param draft the draft; null removes the stored draft
 */
export const saveDraft = (key: string, draft: object | null): void =>
  browserStorage.write(key, draft && JSON.stringify(draft));

/**
 * Stores the draft of a form when typing pauses, when a submission begins or ends, and when the member leaves the
 * screen or the page.
 */
export function useStoredDraft<Draft extends { submission: StoredSubmission }>({
  initialDraft,
  store,
  onLeave,
}: {
  /** The draft with which the form opens. Later values are ignored. */
  initialDraft: Draft;
  /** Stores the draft. If the draft is not worth keeping, removes it. */
  store: (draft: Draft) => void;
  onLeave?: (() => void) | undefined;
}) {
  const draft = useRef(initialDraft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isChanged = useRef(false);
  useEffect(() => watchEditing(() => isChanged.current), []);
  const storeNow = () => {
    clearTimeout(timer.current);
    store(draft.current);
  };
  const changeNow = (changes: Partial<Draft>) => {
    draft.current = { ...draft.current, ...changes };
    storeNow();
  };

  const leave = useEffectEvent(() => {
    storeNow();
    onLeave?.();
  });
  useEffect(() => {
    const listener = () => leave();
    window.addEventListener('pagehide', listener);
    return () => {
      window.removeEventListener('pagehide', listener);
      listener();
    };
  }, []);

  return {
    current: () => draft.current,
    change: (changes: Partial<Draft>) => {
      draft.current = { ...draft.current, ...changes };
      isChanged.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(storeNow, DEBOUNCE_MS);
    },
    changeNow,
    // Accessed when a submission begins or ends, never during render.
    // oxlint-disable-next-line react/refs
    unanswered: keysInDraft({
      read: () => draft.current.submission,
      // The submission is stored at once. If the page is closed before the response arrives, the submission is still
      // known.
      write: (submission) => changeNow({ submission } as Partial<Draft>),
    }),
  };
}

/** Returns the unanswered keys of a draft. The draft contains only the latest submission. */
export function keysInDraft({
  read,
  write,
}: {
  read: () => StoredSubmission;
  write: (submission: StoredSubmission) => void;
}): UnansweredKeys {
  const get = (content: string) => {
    const stored = read();
    return stored?.words === content ? stored.idempotencyKey : undefined;
  };
  return {
    get,
    set: (content, idempotencyKey) => write({ words: content, idempotencyKey }),
    delete: (content) => get(content) !== undefined && write(null),
  };
}
