import { useEffect, useEffectEvent, useRef } from 'react';
import type { z } from 'zod';
import { browserStorage } from './browser-storage.ts';
import { watchEditing } from './editing.ts';
import type { StoredSubmission, UnansweredKeys } from './submissions.ts';

const DEBOUNCE_MS = 400;

/** null if there is none or it cannot be parsed. */
export function readDraft<Draft>({ key, schema }: { key: string; schema: z.ZodType<Draft> }): Draft | null {
  const draft = schema.safeParse(browserStorage.readJson(key));
  return draft.success ? draft.data : null;
}

/** @param draft null: removes the stored draft */
export const saveDraft = (key: string, draft: object | null): void =>
  browserStorage.write(key, draft && JSON.stringify(draft));

/** Stores the draft when typing pauses, when a submission begins or ends, and when the screen or the page is left. */
export function useStoredDraft<Draft extends { submission: StoredSubmission }>({
  initialDraft,
  store,
  onLeave,
}: {
  /** Used when the form opens. Later values are ignored. */
  initialDraft: Draft;
  /** Also removes a draft that is not worth keeping. */
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
      // Stored at once, so that it survives the page if no response arrives.
      write: (submission) => changeNow({ submission } as Partial<Draft>),
    }),
  };
}

/** Only the latest submission survives the page. */
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
