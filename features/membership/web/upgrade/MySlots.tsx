import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { myListQuery, usedSlots } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { LimitSlots } from '#web/ui/LimitSlots.tsx';

/**
 * The number of used slots. Nothing is shown until the list is loaded, because the number is a minor detail of the
 * page.
 */
export function MySlots() {
  const { data } = useQuery(myListQuery);
  if (!data) return null;
  const { planned, visited } = usedSlots(data.restaurants);
  const taken = planned + visited;
  return (
    <section className="rounded-card bg-surface px-[18px] py-4 shadow-1" aria-label={m.payment_slots()}>
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <b className="text-[.9375rem]">
          {taken < FREE_RESTAURANT_LIMIT
            ? m.payment_slots_left({ left: FREE_RESTAURANT_LIMIT - taken })
            : m.payment_slots_full({ limit: FREE_RESTAURANT_LIMIT })}
        </b>
        <span className="type-sub numbers flex-none text-ink-2" aria-hidden="true">
          <b className="text-ink">{numberOf(taken)}</b>
          {m.payment_slots_of({ limit: FREE_RESTAURANT_LIMIT })}
        </span>
      </div>
      <LimitSlots
        planned={Math.min(planned, FREE_RESTAURANT_LIMIT)}
        visited={visited}
        className="[&>i]:h-5"
      />
    </section>
  );
}
