import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import {
  FREE_RESTAURANT_LIMIT,
  MEMBERSHIP_PRICE,
  pricePerDay,
} from '#features/membership/membership.rules.ts';
import { PAID_BENEFITS } from '#features/membership/paid-benefits.public.ts';
import { siteText } from '#features/site/site-pages.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { Conditional } from '../pages/Conditional.tsx';
import { Section } from './Section.tsx';
import { SignUpSection } from './SignUpSection.tsx';

/** The prices and limits. Their values come from the rules and the settings. */
export function Pricing() {
  const won = (amount: number) => m.site_won({ amount: numberOf(amount) });
  const perDay = won(pricePerDay(MEMBERSHIP_PRICE.amount));
  return (
    <Section id="pricing" title={[m.site_pricing_title({ perDay }), m.site_pricing_title_end()]}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1.25fr] lg:gap-5">
        <div className="price">
          <h3 className="type-h3">{m.site_free()}</h3>
          <p className="price-amount price-amount-alone numbers">{won(0)}</p>
          <ul>
            <Included>{m.site_free_limit({ limit: FREE_RESTAURANT_LIMIT })}</Included>
            <Included>{m.site_free_search()}</Included>
            <Conditional is="freeSeeProvided">
              <Included>{m.site_free_provided({ days: siteText('providedDays') })}</Included>
            </Conditional>
            <Included>{m.site_free_photos()}</Included>
            <Included>{m.site_free_collections({ limit: FREE_COLLECTION_LIMIT })}</Included>
            <Conditional is="freeSeeNoneProvided">
              <Missing>{m.site_free_no_provided()}</Missing>
            </Conditional>
            <Missing>{m.site_free_no_sharing()}</Missing>
          </ul>
          <div className="mt-auto">
            <div className="ten-slots mb-5" aria-hidden="true">
              {Array.from({ length: FREE_RESTAURANT_LIMIT }, (_, slot) => (
                <i key={slot} data-kind="todo" />
              ))}
            </div>
            <SignUpSection look="secondary" className="w-full" />
          </div>
        </div>
        <div className="price price-paid">
          <h3 className="type-h3">{m.site_paid()}</h3>
          <p className="price-amount numbers">
            {won(MEMBERSHIP_PRICE.amount)}
            <small> {m.site_per_year()}</small>
          </p>
          <p className="mt-0.5 font-semibold">{m.site_price_note({ perDay })}</p>
          <ul>
            {PAID_BENEFITS.map((benefit) => (
              <Included key={benefit()}>{benefit()}</Included>
            ))}
          </ul>
          <AnchorButton
            href={paths.payment}
            look="bare"
            size="large"
            className="mt-auto w-full bg-field-paper text-[var(--g800)]"
          >
            {m.site_paid_benefits()}
          </AnchorButton>
        </div>
      </div>
    </Section>
  );
}

const Included = ({ children }: { children: ReactNode }) => (
  <li>
    <Check aria-hidden="true" className="mt-0.5 size-5" />
    {children}
  </li>
);

const Missing = ({ children }: { children: ReactNode }) => (
  <li className="font-medium text-ink-3">
    <Minus aria-hidden="true" className="mt-0.5 size-5" />
    <span>
      <span className="sr-only">{m.site_not_included()} </span>
      {children}
    </span>
  </li>
);
