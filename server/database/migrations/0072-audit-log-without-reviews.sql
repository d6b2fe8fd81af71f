-- The audit log is kept after a review is deleted, so it must not contain the text and the rating of the review.
update audit_log
set before = before - '{reviewText,rating}'::text[], after = after - '{reviewText,rating}'::text[]
where act in ('review.approved', 'review.rejected');
