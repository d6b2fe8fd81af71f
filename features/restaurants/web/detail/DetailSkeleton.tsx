import { m } from '#messages';
import { Skeleton, SkeletonTickets } from '#web/ui/Skeleton.tsx';

/** Placeholder of the detail page while it loads. */
export function DetailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{m.kit_loading()}</span>
      <Skeleton className="h-[148px] w-full rounded-card max-lg:rounded-none lg:h-[200px] lg:rounded-[20px]" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-5 lg:px-0">
        <div className="grid content-start gap-3">
          <div className="-mt-5 lg:-mt-14 lg:ml-6">
            <SkeletonTickets count={1} />
          </div>
          <Skeleton className="h-[52px] rounded-field" />
          <Skeleton className="h-40 rounded-card" />
        </div>
        <Skeleton className="h-72 rounded-card lg:mt-5" />
      </div>
    </div>
  );
}
