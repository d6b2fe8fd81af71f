import { Check } from 'lucide-react';
import { m } from '#messages';
import { MEMBERSHIP_PRICE, pricePerDay } from '#features/membership/membership.rules.ts';
import { PAID_BENEFITS } from '#features/membership/paid-benefits.public.ts';
import { numberOf } from '#web/number-of.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import './pass.css';

export function PassTicket() {
  return (
    <section className="pass" aria-labelledby="pass-name">
      <div className="pass-paper">
        <div className="pass-top">
          <div className="flex items-start justify-between gap-4">
            <h2 id="pass-name" className="type-h3">
              {m.payment_pass_name()}
            </h2>
            <BrandMark className="h-[46px] flex-none" />
          </div>
          {/* The specification has one sentence for the price. It is shown in two font sizes. */}
          <p className="numbers mt-3 font-semibold">
            <span className="pass-amount block">
              {m.payment_price({ price: numberOf(MEMBERSHIP_PRICE.amount) })}
            </span>{' '}
            {m.payment_price_note({ perDay: pricePerDay(MEMBERSHIP_PRICE.amount) })}
          </p>
        </div>
        <ul className="pass-bottom grid gap-3">
          {PAID_BENEFITS.map((benefit) => (
            <li key={benefit()} className="flex gap-2.5 leading-[1.375rem] font-semibold">
              <Check className="size-5 flex-none" aria-hidden="true" />
              {benefit()}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
