import { useForm } from 'react-hook-form';
import { m } from '#messages';
import {
  type ModeratedReview,
  REJECTION_REASON_MAXIMUM,
  Rejection,
} from '#features/reviews/moderation.contract.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

/** A dialog for the reason of a rejection. The author of the review will see the reason. */
export function RejectDialog({
  review,
  onClose,
  onReject,
}: {
  /** The review to reject; null if the dialog is closed. */
  review: ModeratedReview | null;
  onClose: () => void;
  onReject: (review: ModeratedReview, reason: string) => void;
}) {
  return (
    <Dialog
      isOpen={review !== null}
      onClose={onClose}
      title={m.admin_reject_title()}
      text={m.admin_reject_text()}
    >
      {review && (
        <RejectForm key={review.id} review={review} onReject={(reason) => onReject(review, reason)} />
      )}
    </Dialog>
  );
}

function RejectForm({ review, onReject }: { review: ModeratedReview; onReject: (reason: string) => void }) {
  const form = useForm({
    resolver: contractResolver(Rejection),
    defaultValues: { revision: review.revision, reports: review.reports.length, reason: '' },
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => void form.handleSubmit(({ reason }) => onReject(reason))(event)}
    >
      <div role="group" aria-label={m.admin_reject_ready()} className="flex flex-wrap gap-2">
        {READY.map((sentence) => (
          <Chip
            key={sentence()}
            isSelected={false}
            onClick={() => form.setValue('reason', sentence(), { shouldValidate: true })}
          >
            {sentence()}
          </Chip>
        ))}
      </div>
      <Field label={m.admin_reject_reason()} error={errorCodesOf(errors.reason)}>
        <TextArea rows={3} maximum={REJECTION_REASON_MAXIMUM} {...form.register('reason')} />
      </Field>
      <Button type="submit" look="danger">
        {m.admin_reject()}
      </Button>
    </form>
  );
}

const READY = [
  m.admin_reject_advertising,
  m.admin_reject_abuse,
  m.admin_reject_untrue,
  m.admin_reject_privacy,
] as const;
