import { useState } from 'react';
import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { useRequestSecondFactorRemoval } from './recovery.queries.ts';

/** Help for a person who has neither the app nor recovery codes. */
export function LostSecondFactor() {
  const [isOpen, setOpen] = useState(false);
  const request = useRequestSecondFactorRemoval();
  if (!isOpen)
    return (
      <button type="button" className="type-sub link min-h-11" onClick={() => setOpen(true)}>
        {m.recovery_lost()}
      </button>
    );
  return (
    <section aria-label={m.recovery_lost()} className="mt-2 grid w-full gap-3 rounded-field bg-sunken p-4">
      <p role="status" className="type-sub text-ink-2">
        {request.isSuccess ? m.recovery_lost_sent() : m.recovery_lost_text()}
      </p>
      <FormAlert problem={request.error} otherwise={m.recovery_lost_failed()} />
      {!request.isSuccess && (
        <Button look="secondary" size="small" isBusy={request.isPending} onClick={() => request.mutate()}>
          {m.recovery_lost_send()}
        </Button>
      )}
    </section>
  );
}
