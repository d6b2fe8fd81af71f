import type { ReactNode } from 'react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import type { Membership } from '../membership.queries.ts';
import { won } from '../won.ts';

export function OrderFacts({
  price,
  nextPeriod,
  refundDays,
  freeRestaurantLimit,
}: Pick<Membership, 'price' | 'refundDays' | 'freeRestaurantLimit'> & {
  nextPeriod: NonNullable<Membership['nextPeriod']>;
}) {
  return (
    <section aria-labelledby="order" className="rounded-card bg-surface px-[18px] py-4 shadow-1">
      <h2 id="order" className="type-h3 mb-2">
        {m.payment_order()}
      </h2>
      <dl className="type-sub grid gap-2">
        <Fact name={m.payment_order_what()}>{m.payment_pass_name()}</Fact>
        <Fact name={m.payment_order_period()}>
          {m.payment_period({
            from: dateOf(nextPeriod.from, { zone: KOREA }),
            to: dateOf(nextPeriod.to, { zone: KOREA }),
          })}
        </Fact>
        <Fact name={m.payment_order_amount()}>
          <b>{won(price.amount)}</b> {m.payment_order_vat()}
        </Fact>
        <Fact name={m.payment_order_renewal()}>{m.payment_order_renewal_none()}</Fact>
      </dl>
      <h3 className="type-sub mt-4 font-bold">{m.payment_refund_rule()}</h3>
      <p className="type-sub mt-1 text-ink-2">
        {m.payment_refund_rule_text({ days: refundDays, limit: freeRestaurantLimit })}
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="numbers min-w-0 flex-1 basis-32 text-right">{children}</dd>
    </div>
  );
}
