import { m } from '#messages';
import type { ReviewDraft } from './use-review-draft.ts';

/** Says what a page whose link was read still needs, and as which source it will be saved. */
export function PageSource({ review, note }: { review: ReviewDraft; note: string | null }) {
  const { page } = review.draft;
  return (
    <>
      <p role="status" className="type-sub empty:hidden">
        {note}
      </p>
      {page && (
        <p className="type-caption flex flex-wrap items-center gap-x-2 text-ink-2">
          <span className="min-w-0 break-words">
            {m.transfer_page_source({ title: page.title || page.url })}
          </span>
          <button type="button" className="link min-h-11" onClick={review.removePage}>
            {m.transfer_page_source_remove()}
          </button>
        </p>
      )}
    </>
  );
}
