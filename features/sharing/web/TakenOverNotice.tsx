import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { useConvert } from '#features/restaurants/web/restaurants.public.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { shareOriginQuery } from './sharing.queries.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

export function TakenOverNotice({ restaurantId }: { restaurantId: string }) {
  const me = useMe();
  const { data: takenFrom, isPending: isReading } = useQuery(shareOriginQuery(restaurantId));
  const { convert, isPending, limitDialog } = useConvert(restaurantId);
  return (
    <section aria-labelledby="taken-place" className="grid gap-3 rounded-card bg-surface p-5 shadow-1">
      <div>
        <h2 id="taken-place" className="type-h3 flex items-center gap-2">
          <Users className="size-5 flex-none" aria-hidden="true" />
          {m.sharing_taken_title()}
        </h2>
        <p className="type-sub mt-1 min-h-5">
          {takenFrom ? (
            <Link
              to={paths.sharedList}
              params={{ shareId: takenFrom.id }}
              className="link -my-3 inline-block py-3"
            >
              {m.sharing_taken_from({ owner: ownerLabel(takenFrom.ownerName), title: takenFrom.title })}
            </Link>
          ) : (
            !isReading && <span className="text-ink-2">{m.sharing_taken_from_nowhere()}</span>
          )}
        </p>
        <p className="type-sub mt-1 text-ink-2">
          {me?.accountTier === 'free'
            ? m.sharing_taken_free({ limit: FREE_RESTAURANT_LIMIT })
            : m.sharing_taken_paid()}
        </p>
      </div>
      <Button look="secondary" size="small" isBusy={isPending} onClick={convert}>
        {m.sharing_taken_convert()}
      </Button>
      {limitDialog}
    </section>
  );
}
