import { m } from '#messages';
import { Skeleton, SkeletonTickets } from '#web/ui/Skeleton.tsx';

/** The picture and the ticket of a place on its way. */
export function DetailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{m.kit_loading()}</span>
      <Skeleton className="h-[148px] w-full lg:h-[200px] lg:rounded-[20px]" />
      <div className="-mt-5 px-4 lg:-mt-14 lg:max-w-[700px] lg:px-6">
        <SkeletonTickets count={1} />
      </div>
    </div>
  );
}
