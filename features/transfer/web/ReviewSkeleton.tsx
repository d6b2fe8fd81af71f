import { SkeletonPanels } from '#web/ui/Skeleton.tsx';

/** Placeholder for the title and the first rows of a review while the review loads. */
export const ReviewSkeleton = () => (
  <SkeletonPanels className="pt-2 lg:max-w-[688px]" shapes={['h-9 w-3/5', 'h-28', 'h-28', 'h-28']} />
);
