import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';

/** A notice for the owner of a joint collection whose paid membership has ended. */
export function OwnerReadOnly() {
  return (
    <div className="mt-2 grid max-w-[36em] justify-items-start gap-3">
      <p className="font-semibold">{m.collections_read_only_owner_text()}</p>
      <LinkButton to={paths.upgrade} look="ink" size="small">
        {m.payment_pay_again()}
      </LinkButton>
    </div>
  );
}
