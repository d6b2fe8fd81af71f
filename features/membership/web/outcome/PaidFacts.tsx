import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import type { Payment } from '#features/membership/membership.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { ColourBars } from '#web/ui/ColourBars.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { methodName } from '../pay/method-name.ts';
import { won } from '../won.ts';

export function PaidFacts({ payment }: { payment: Payment }) {
  const { amount, period, isTest, receiptUrl } = payment;
  return (
    <section
      aria-label={m.payment_order()}
      className="mt-4 w-full overflow-hidden rounded-card bg-surface text-left shadow-1"
    >
      <ColourBars />
      <dl className="type-sub numbers grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 p-[18px]">
        <dt className="text-ink-2">{m.payment_order_amount()}</dt>
        <dd className="flex flex-wrap items-center justify-end gap-2 text-right font-bold">
          {isTest && <Pill kind="plain">{m.payment_test()}</Pill>}
          {won(amount)}
        </dd>
        <dt className="text-ink-2">{m.payment_method()}</dt>
        <dd className="text-right">{methodName(payment)}</dd>
        {period && (
          <>
            <dt className="text-ink-2">{m.payment_order_period()}</dt>
            <dd className="text-right">
              {m.payment_period({
                from: dateOf(period.from, { zone: KOREA }),
                to: dateOf(period.to, { zone: KOREA }),
              })}
            </dd>
          </>
        )}
      </dl>
      {receiptUrl && (
        <p className="type-sub border-t-2 border-dashed border-perf px-[18px] py-1.5">
          <a
            href={receiptUrl}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex min-h-11 items-center"
          >
            {m.payment_receipt()}
          </a>
        </p>
      )}
    </section>
  );
}
