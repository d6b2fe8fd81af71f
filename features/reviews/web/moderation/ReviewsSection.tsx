import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { m } from '#messages';
import type { ModeratedReview, ModerationView } from '#features/reviews/moderation.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MoreButton } from '#web/admin/MoreButton.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { ModeratedItem } from './ModeratedItem.tsx';
import { canApprove, canReject } from './moderation.rules.ts';
import { moderatedQuery, useModeration } from './moderation.queries.ts';
import { RejectDialog } from './RejectDialog.tsx';

const VIEWS: Record<ModerationView, () => string> = {
  pending: m.admin_view_pending,
  reported: m.admin_view_reported,
  approved: m.admin_view_approved,
  rejected: m.admin_view_rejected,
};

export function ReviewsSection() {
  const { view: asked } = useSearch({ from: '/admins/app/admin/{-$section}' });
  const view = asked !== undefined && asked in VIEWS ? (asked as ModerationView) : 'pending';
  const navigate = useNavigate({ from: paths.admin });
  const query = useInfiniteQuery(moderatedQuery(view));
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <ChipRow label={m.admin_reviews()}>
        {(Object.keys(VIEWS) as ModerationView[]).map((each) => (
          <Chip
            key={each}
            isSelected={each === view}
            onClick={() => void navigate({ search: each === 'pending' ? {} : { view: each }, replace: true })}
          >
            {VIEWS[each]()}
            {(each === 'pending' || each === 'reported') && counts && (
              <span className="numbers">{numberOf(counts[each])}</span>
            )}
          </Chip>
        ))}
      </ChipRow>
      <p className="type-caption hidden text-ink-3 lg:block">{m.admin_review_keys()}</p>
      <QueryResult query={query}>
        {({ pages }) => (
          <Decisions key={view} view={view} reviews={pages.flatMap(({ reviews }) => reviews)} />
        )}
      </QueryResult>
      <MoreButton query={query} />
    </>
  );
}

/**
 * The keyboard shortcuts. They use the position of a key (`code`), so that they also work with the Korean keyboard
 * layout.
 */
const KEYS: Readonly<Record<string, 'next' | 'previous' | 'approve' | 'reject'>> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyA: 'approve',
  KeyR: 'reject',
};

function Decisions({ view, reviews }: { view: ModerationView; reviews: ModeratedReview[] }) {
  const [at, setAt] = useState(0);
  const [rejected, setRejected] = useState<ModeratedReview | null>(null);
  const items = useRef<HTMLOListElement>(null);
  const { mutate } = useModeration(view);
  const current = Math.min(at, reviews.length - 1);

  const decide = (review: ModeratedReview, reason: string | null) => mutate({ review, reason });
  const move = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(current + by, reviews.length - 1));
    setAt(next);
    (items.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = KEYS[event.code];
    const review = reviews[current];
    if (!key || !review || rejected || isHandledElsewhere(event)) return;
    event.preventDefault();
    if (key === 'next') move(1);
    else if (key === 'previous') move(-1);
    else if (key === 'approve' && canApprove(review)) decide(review, null);
    else if (key === 'reject' && canReject(review)) setRejected(review);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  if (reviews.length === 0)
    return <EmptyState title={m.admin_reviews_none_title()} text={m.admin_reviews_none_text()} />;
  return (
    <>
      <ol ref={items} className="grid gap-3">
        {reviews.map((review, position) => (
          <ModeratedItem
            key={review.id}
            review={review}
            isCurrent={position === current}
            onFocus={() => setAt(position)}
            onApprove={() => decide(review, null)}
            onReject={() => setRejected(review)}
          />
        ))}
      </ol>
      <RejectDialog
        review={rejected}
        onClose={() => setRejected(null)}
        onReject={(review, reason) => {
          setRejected(null);
          decide(review, reason);
        }}
      />
    </>
  );
}

/** Whether the key belongs to a field, to the browser or to a dialog. */
const isHandledElsewhere = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null);
