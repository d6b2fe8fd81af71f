import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { PaymentLink } from '#web/ui/PaymentLink.tsx';
import { LimitSlots } from '#web/ui/LimitSlots.tsx';
import { myListQuery } from '../my-list.query.ts';
import { usedSlots } from '../slots.rules.ts';

/** Warns a free member whose list is full before the member fills in the form. The server checks the limit again. */
export function LimitReachedNotice() {
  const me = useMe();
  const { data } = useQuery(myListQuery);
  const { planned, visited } = usedSlots(data?.restaurants ?? []);
  if (me?.accountTier !== 'free' || planned + visited < FREE_RESTAURANT_LIMIT) return null;
  return (
    <section className="grid gap-3 rounded-card bg-surface p-4 shadow-1" aria-labelledby="ten-used">
      <h2 id="ten-used" className="type-body font-bold">
        {m.restaurants_ten_used()}
      </h2>
      <LimitSlots planned={Math.min(planned, FREE_RESTAURANT_LIMIT)} visited={visited} />
      <PaymentLink look="secondary" size="small">
        {m.kit_paywall_button()}
      </PaymentLink>
    </section>
  );
}
