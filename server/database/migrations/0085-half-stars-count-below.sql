-- A rating of 4.5 counts as four stars in the distribution, no longer as five. 0.5 counts as one.
update public_review_summaries as summary
set rating_counts = figures.rating_counts
from public_review_summaries as place
cross join lateral (
  select array[
    count(*) filter (where review.rating < 2), count(*) filter (where floor(review.rating) = 2),
    count(*) filter (where floor(review.rating) = 3), count(*) filter (where floor(review.rating) = 4),
    count(*) filter (where floor(review.rating) = 5)
  ]::integer[] as rating_counts
  from public_reviews as review
  where review.restaurant_id = place.restaurant_id
    and review.withdrawn_at is null
    and (
      review.moderation_status = 'approved'
      or review.moderation_status = 'pending' and (select mode from review_moderation) = 'post'
    )
) as figures
where summary.restaurant_id = place.restaurant_id;
