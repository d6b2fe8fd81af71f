import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { v7 } from 'uuid';
import { parsePastedText } from '#features/transfer/pasted-text.rules.ts';
import { withPasted } from '#features/transfer/review.rules.ts';
import { type DraftRow, type PasteDraft, readPasteDraft, savePasteDraft } from './paste-draft.ts';

/** The review: kept in this browser with every change. */
export function useReviewDraft({ uid, text }: { uid: string; text: string }) {
  const [opened] = useState(() => {
    const stored = readPasteDraft(uid);
    return { ...withText({ ...stored, saved: [] }, text), hadRows: stored.rows.length > 0 };
  });
  const draft = useRef<PasteDraft>(opened.draft);
  const [isTruncated, setTruncated] = useState(opened.isTruncated);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const change = (changes: Partial<PasteDraft>) => {
    draft.current = { ...draft.current, ...changes };
    savePasteDraft(uid, draft.current);
    render();
  };

  // What was handed over by another screen or app.
  const onOpen = useEffectEvent(() => savePasteDraft(uid, draft.current));
  useEffect(() => onOpen(), []);

  const rowOf = (id: string) => draft.current.rows.find((row) => row.id === id);
  return {
    // Written only by `change`, which renders.
    // oxlint-disable-next-line react/refs
    draft: draft.current,
    isTruncated,
    /** Rows of an earlier paste are under review. */
    hadRows: opened.hadRows,
    rowOf,
    /** @returns whether it names a place */
    paste: (pasted: string): boolean => {
      const { draft: next, isTruncated: isLong, hasPlaces } = withText(draft.current, pasted);
      setTruncated(isLong);
      change(next);
      return hasPlaces;
    },
    /** Like `paste`; a file without places is not kept. */
    pasteFile: (content: string): boolean => {
      const { text } = draft.current;
      const { draft: next, isTruncated: isLong, hasPlaces } = withText(draft.current, content);
      setTruncated(isLong);
      change({ ...next, text: hasPlaces ? '' : text });
      return hasPlaces;
    },
    keepText: (typed: string) => change({ text: typed }),
    changeFields: (fields: PasteDraft['fields']) => change({ fields }),
    changeRow: (id: string, changes: Partial<DraftRow>) =>
      change({ rows: draft.current.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) }),
    /** Keeps the ticks that are shown: a tick of the member never changes another row. */
    tick: ({
      id,
      isChecked,
      shown,
    }: {
      id: string;
      isChecked: boolean;
      shown: ReadonlyMap<string, boolean>;
    }) =>
      change({
        rows: draft.current.rows.map((row) => ({
          ...row,
          isChecked: row.id === id ? isChecked : (shown.get(row.id) ?? row.isChecked),
        })),
      }),
    /** @returns puts the row back */
    removeRow: (id: string): (() => void) => {
      const { rows } = draft.current;
      const at = rows.findIndex((row) => row.id === id);
      const removed = rows.slice(at, at + 1);
      change({ rows: rows.toSpliced(at, 1) });
      return () => change({ rows: draft.current.rows.toSpliced(at, 0, ...removed) });
    },
    markSaved: (id: string, restaurantId: string | null) => {
      const { rows, saved } = draft.current;
      const row = rowOf(id);
      change({
        rows: rows.filter((each) => each.id !== id),
        saved:
          row && restaurantId !== null
            ? [...saved, { restaurantId, row: { ...row, submission: null } }]
            : saved,
      });
    },
    markUnsaved: (restaurantId: string) => {
      const { rows, saved } = draft.current;
      const [undone] = saved.filter((each) => each.restaurantId === restaurantId);
      change({
        rows: undone ? [...rows, undone.row] : rows,
        saved: saved.filter((each) => each !== undone),
      });
    },
    clear: () => change({ rows: [], text: '', saved: [] }),
    /** Removes the stored review: the form on screen keeps its own draft. */
    forget: () => savePasteDraft(uid, { ...draft.current, rows: [], text: '' }),
  };
}

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

/** A text without places stays, to be corrected. */
function withText(draft: PasteDraft, text: string) {
  if (text.trim() === '') return { draft, isTruncated: false, hasPlaces: false };
  const { places, isTruncated } = parsePastedText(text);
  const hasPlaces = places.length > 0;
  const rows = withPasted({ rows: draft.rows, places, newId: v7 }).map((row) => ({
    submission: null,
    ...row,
  }));
  return { draft: { ...draft, rows, text: hasPlaces ? '' : text }, isTruncated, hasPlaces };
}
