import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { v7 } from 'uuid';
import type { PageLink } from '#features/transfer/page-links.contract.ts';
import { linkToRead } from '#features/transfer/page-links.rules.ts';
import { parsePastedText, type PastedPlace } from '#features/transfer/pasted-text.rules.ts';
import { withPasted } from '#features/transfer/review.rules.ts';
import {
  type DraftRow,
  NO_DRAFT,
  type PasteDraft,
  readPasteDraft,
  savePasteDraft,
  type SourcePage,
} from './paste-draft.ts';
import { shortened } from './unread-lines.ts';
import type { FoundForLine } from './UnreadLines.tsx';

/** Returns the review. The review is stored in this browser at every change. */
export function useReviewDraft({ uid, text }: { uid: string; text: string }) {
  const [opened] = useState(() => {
    const stored = readPasteDraft(uid);
    // A text that is handed over does not come from the page that was read before.
    return withText(text.trim() === '' ? stored : { ...stored, page: null }, text);
  });
  const draft = useRef<PasteDraft>(opened.draft);
  const [isTruncated, setTruncated] = useState(opened.isTruncated);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const change = (changes: Partial<PasteDraft>) => {
    draft.current = { ...draft.current, ...changes };
    savePasteDraft(uid, draft.current);
    render();
  };

  // Stores the text that another screen or app handed over.
  const onOpen = useEffectEvent(() => savePasteDraft(uid, draft.current));
  useEffect(() => onOpen(), []);

  return {
    // Only `change` writes this ref, and `change` also renders.
    // oxlint-disable-next-line react/refs
    draft: draft.current,
    isTruncated,
    /** @returns whether the text contains a place */
    paste: (pasted: string): boolean => {
      const { draft: next, isTruncated: isLong, hasPlaces } = withText(draft.current, pasted);
      setTruncated(isLong);
      change(next);
      return hasPlaces;
    },
    /**
     * Adds the places in the content of a file. Content without places is not stored.
     * @returns whether the file contains a place
     */
    pasteFile: (content: string): boolean => {
      const { text } = draft.current;
      const { draft: next, isTruncated: isLong, hasPlaces } = withText(draft.current, content);
      setTruncated(isLong);
      change(hasPlaces ? next : { text });
      return hasPlaces;
    },
    /**
     * Adds the places of a page whose link was pasted, and keeps the page as their source. From a text of the page, only
     * places with an address are added, because its other lines need not be names; such lines are listed as not read.
     * @returns whether the page contains a place
     */
    addPage: (link: string, { site, url, title, places, text: read }: PageLink): boolean => {
      const page = { link, url, title };
      const inText = places.length > 0 ? [] : parsePastedText(read).places;
      const found: PastedPlace[] =
        places.length > 0 ? places : inText.filter(({ address }) => address !== '');
      const names = inText.filter(({ address }) => address === '').map(({ name }) => name);
      const { rows, text, unread } = draft.current;
      if (found.length > 0)
        change({
          rows: withPage(rows, found, page),
          unread: shortened([...unread, ...names.filter((name) => name !== '')]),
          text: '',
          page,
        });
      // The title and the description of any other page say less than what the member has written.
      else change({ page, text: read === '' || site === 'other' ? text : `${text}\n${read}` });
      return found.length > 0;
    },
    removePage: () => change({ page: null }),
    keepText: (typed: string) =>
      change({ text: typed, ...(draft.current.rows.length === 0 && NOTHING_UNREAD) }),
    /** Adds places that the member chose for pictures. */
    addChosen: (rows: readonly Omit<DraftRow, 'id'>[]) =>
      change({ rows: [...draft.current.rows, ...rows.map((row) => ({ ...row, id: v7() }))], text: '' }),
    changeRow: (id: string, changes: Partial<DraftRow>) =>
      change({ rows: draft.current.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) }),
    /** Adds the place that the member found for a line that was not understood. */
    addFound: (line: string, found: FoundForLine) => {
      const { rows, unread } = draft.current;
      const at = unread.indexOf(line);
      change({
        rows: [...rows, { id: v7(), ...rowFor(found) }],
        unread: unread.filter((_, index) => index !== at),
        text: '',
      });
    },
    clearUnread: () => change(NOTHING_UNREAD),
    removeRows: (ids: readonly string[]) =>
      change({ rows: draft.current.rows.filter(({ id }) => !ids.includes(id)) }),
    clear: () => change(NO_DRAFT),
    /** Removes the stored review; the rows on screen stay. */
    forget: () => savePasteDraft(uid, NO_DRAFT),
  };
}

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

const rowFor = (found: FoundForLine): Omit<DraftRow, 'id'> =>
  'name' in found
    ? { place: { ...NOTHING, name: found.name }, choice: null }
    : {
        place: { ...NOTHING, name: found.suggestion.name, address: found.suggestion.address },
        choice: { from: 'maps', suggestion: found.suggestion },
      };

const NOTHING_UNREAD = { unread: [], conversationCount: 0 };

const NOTHING = { name: '', address: '', phoneNumber: '', link: '' };

/** Adds places, with the page in which they were seen. */
function withPage(rows: readonly DraftRow[], places: readonly PastedPlace[], page: SourcePage | null) {
  const known = new Set(rows.map(({ id }) => id));
  return withPasted({ rows, places, newId: v7 }).map((row) =>
    page && !known.has(row.id) ? { ...row, page } : row,
  );
}

/** Returns the draft with the places in a text. A text without places is stored, so that the member can correct it. */
function withText(draft: PasteDraft, text: string) {
  if (text.trim() === '') return { draft, isTruncated: false, hasPlaces: false };
  const link = linkToRead(text);
  // The page is read when the member asks for it, and only once.
  if (link !== null && draft.page?.link !== link)
    return { draft: { ...draft, text }, isTruncated: false, hasPlaces: false };
  const { places, unread, conversationCount, isTruncated } = parsePastedText(text);
  const hasPlaces = places.length > 0;
  const rows = withPage(draft.rows, places, draft.page);
  const before = draft.text === '' ? draft : NO_DRAFT;
  const next = {
    rows,
    text: hasPlaces ? '' : text,
    page: draft.page,
    unread: shortened([...before.unread, ...unread]),
    conversationCount: before.conversationCount + conversationCount,
  };
  return { draft: next, isTruncated, hasPlaces };
}
