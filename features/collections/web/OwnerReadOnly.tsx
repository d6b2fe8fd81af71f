import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';

/** A notice for the owner of a joint collection whose paid membership has ended. */
export function OwnerReadOnly() {
  const wasRefunded = useMe()?.endedByRefund ?? false;
  return (
    <div className="mt-2 grid max-w-[36em] justify-items-start gap-3">
      <p className="font-semibold">
        {wasRefunded ? m.collections_read_only_owner_refunded_text() : m.collections_read_only_owner_text()}
      </p>
      <LinkButton to={paths.upgrade} look="ink" size="small">
        {m.payment_pay_again()}
      </LinkButton>
    </div>
  );
}
