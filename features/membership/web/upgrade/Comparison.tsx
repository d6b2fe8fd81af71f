import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import { PHOTO_LIMITS } from '#features/journal/journal.contract.ts';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import { useProvidedVisibilityDays } from '#features/site/web/site.public.ts';

export function Comparison() {
  const days = useProvidedVisibilityDays();
  return (
    <section
      aria-labelledby="comparison"
      className="@container rounded-card bg-surface px-[18px] pt-4 pb-2 shadow-1"
    >
      <h2 id="comparison" className="sr-only">
        {m.payment_comparison()}
      </h2>
      {/* Words break only where the text is so large that a row would overflow. */}
      <table className="w-full text-[.9375rem] leading-snug wrap-break-word @max-[13rem]:table-fixed @max-[13rem]:text-[.8125rem] @max-[13rem]:wrap-anywhere">
        <thead>
          <tr className="type-sub text-ink-2">
            <th scope="col">
              <span className="sr-only">{m.payment_row()}</span>
            </th>
            <th scope="col" className="px-1.5 pb-3">
              {m.payment_free()}
            </th>
            <th scope="col" className="px-1.5 pb-3 text-done-text">
              {m.payment_paid()}
            </th>
          </tr>
        </thead>
        <tbody>
          <Row
            label={m.payment_row_places()}
            free={m.payment_row_places_free({ limit: FREE_RESTAURANT_LIMIT })}
            paid={m.payment_row_places_paid()}
          />
          <Row
            label={m.payment_row_provided()}
            free={providedFree(days)}
            paid={m.payment_row_provided_paid()}
          />
          <Row
            label={m.payment_row_photos()}
            free={m.payment_row_photos_free({ limit: PHOTO_LIMITS.free })}
            paid={m.payment_row_photos_paid({ limit: PHOTO_LIMITS.paid })}
          />
          <Row
            label={m.payment_row_collections()}
            free={m.payment_row_collections_free({ limit: FREE_COLLECTION_LIMIT })}
            paid={m.payment_row_collections_paid()}
          />
          <Row label={m.payment_row_inviting()} free={<No />} paid={<Yes />} />
          <Row label={m.payment_row_sharing()} free={<No />} paid={<Yes />} />
        </tbody>
      </table>
    </section>
  );
}

function Row({ label, free, paid }: { label: string; free: ReactNode; paid: ReactNode }) {
  return (
    <tr className="border-t border-line text-center">
      <th scope="row" className="py-3 pr-1.5 text-left font-medium text-ink-2">
        {label}
      </th>
      <td className="numbers px-1.5 py-3 @max-[13rem]:px-0">{free}</td>
      <td className="numbers px-1.5 py-3 font-bold text-done-text @max-[13rem]:px-0">{paid}</td>
    </tr>
  );
}

/**
 * Returns the text about provided restaurants for free members. Until the setting is loaded, the text contains no
 * number of days.
 */
function providedFree(days: number | null): string {
  if (days === null) return m.payment_row_provided_some();
  return days > 0 ? m.payment_row_provided_free({ days }) : m.payment_row_provided_none();
}

const Yes = () => (
  <>
    <Check className="mx-auto size-5" aria-hidden="true" />
    <span className="sr-only">{m.payment_yes()}</span>
  </>
);

const No = () => (
  <>
    <Minus className="mx-auto size-5 text-ink-3" aria-hidden="true" />
    <span className="sr-only">{m.payment_no()}</span>
  </>
);
