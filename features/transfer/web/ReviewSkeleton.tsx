import { SkeletonPanels } from '#web/ui/Skeleton.tsx';

/** Title and first rows of a review that loads. */
export const ReviewSkeleton = () => (
  <SkeletonPanels className="pt-2 lg:max-w-[688px]" shapes={['h-9 w-3/5', 'h-28', 'h-28', 'h-28']} />
);
