import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import { type PageLink, readPageLink } from '#features/transfer/page-links.contract.ts';
import { UNREAD_SITES } from '#features/transfer/page-links.rules.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/** Reads the page of a pasted link. A page without places becomes the source of what the member pastes next. */
export function useReadPage(review: ReviewDraft) {
  const [note, setNote] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (link: string) => call(readPageLink, { body: { link } }),
  });
  return {
    /** What the member must do, because the page contains no places. */
    note,
    isReading: isPending,
    /** @param onPlaces called after the places of the page were added */
    read: (link: string, onProblem: (reason: string) => void, onPlaces?: () => void) => {
      setNote(null);
      mutate(link, {
        onSuccess: ({ page }) => {
          const hasPlaces = review.addPage(link, page);
          setNote(hasPlaces ? null : whatToDo(page));
          if (hasPlaces) onPlaces?.();
        },
        onError: (error) => onProblem(messageOf(error)),
      });
    },
  };
}

function whatToDo({ site, title, text }: PageLink): string {
  if (UNREAD_SITES.has(site)) return m.transfer_page_apart();
  if (text !== '' && site !== 'other') return m.transfer_page_caption();
  return site === 'youtube' ? m.transfer_page_video({ title }) : m.transfer_page_no_places();
}
