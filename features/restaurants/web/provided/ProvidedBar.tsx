import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { daysLeft } from '#common/dates.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { providedVisibleUntil } from '#features/membership/membership.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { useProvidedVisibilityDays } from '#features/site/web/site.public.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { Provided } from './read-provided.ts';
import { useTakeOver } from './use-take-over.tsx';

/**
 * The bar above the provided restaurants of the list. It shows their number, the time for which they are visible, and a
 * link to their sources.
 */
export function ProvidedBar({
  provided: { isVisible, total },
  taken,
  takeable,
}: {
  provided: Provided;
  /** Number of provided restaurants that are in my list. */
  taken: number;
  /** The provided restaurants that the list shows now. They can be taken over together. */
  takeable: readonly MyRestaurant[];
}) {
  const from = useLocation({ select: ({ href }) => href });
  if (total === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Link
        to={isVisible ? paths.sources : paths.payment}
        state={isVisible ? {} : { from }}
        className="type-caption flex min-h-11 flex-wrap items-center gap-x-2 rounded-inner bg-prov-tint px-3 py-1.5 text-prov-text"
      >
        <RadioTower className="size-4 flex-none" aria-hidden="true" />
        <span className="numbers min-w-0 flex-[1_1_7rem]">
          {isVisible ? <Visible total={total} taken={taken} /> : m.provided_over({ count: numberOf(total) })}
        </span>
        <span className="flex flex-none items-center font-semibold">
          {isVisible ? m.provided_by_source() : m.provided_benefits()}
          <ChevronRight className="size-4" aria-hidden="true" />
        </span>
      </Link>
      {takeable.length > 1 && <TakeOverAll restaurants={takeable} />}
    </div>
  );
}

function Visible({ total, taken }: { total: number; taken: number }) {
  const me = useMe();
  const visibilityDays = useProvidedVisibilityDays();
  const [now] = useState(() => Date.now());
  const until =
    me && visibilityDays !== null
      ? providedVisibleUntil({ tier: me.accountTier, createdAt: me.createdAt, visibilityDays })
      : null;
  return (
    <>
      <b className="font-semibold">{m.provided_count({ count: numberOf(total) })}</b>
      {taken > 0 && ` · ${m.provided_owned({ count: numberOf(taken) })}`}
      {until !== null && ` · ${m.provided_days_left({ days: daysLeft({ until, now }) })}`}
    </>
  );
}

function TakeOverAll({ restaurants }: { restaurants: readonly MyRestaurant[] }) {
  const [isAsking, setAsking] = useState(false);
  const { take, isPending, limitDialog } = useTakeOver();
  const count = numberOf(restaurants.length);
  return (
    <>
      <Button look="soft" size="small" isBusy={isPending} onClick={() => setAsking(true)}>
        {m.provided_take_shown({ count })}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.provided_take_shown_title({ count })}
        text={m.provided_take_shown_text()}
        confirmLabel={m.kit_stub_prov()}
        onConfirm={() => {
          setAsking(false);
          take({ restaurants, status: TO_VISIT });
        }}
      />
      {limitDialog}
    </>
  );
}
