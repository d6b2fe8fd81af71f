import { Controller, useForm } from 'react-hook-form';
import { m } from '#messages';
import {
  NewReport,
  type PublicReview,
  REPORT_DETAILS_MAXIMUM,
  ReportReason,
} from '#features/reviews/reviews.contract.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Radio } from '#web/ui/Radio.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useReportReview } from './reviews.queries.ts';

export function ReportDialog({
  restaurantId,
  review,
  onClose,
}: {
  restaurantId: string;
  /** The review to report; null if the dialog is closed. */
  review: PublicReview | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={review !== null}
      onClose={onClose}
      title={m.reviews_report_title()}
      text={m.reviews_report_text()}
    >
      {review && <ReportForm key={review.id} restaurantId={restaurantId} review={review} onDone={onClose} />}
    </Dialog>
  );
}

function ReportForm({
  restaurantId,
  review,
  onDone,
}: {
  restaurantId: string;
  review: PublicReview;
  onDone: () => void;
}) {
  const { mutate, isPending } = useReportReview(restaurantId);
  const form = useForm({
    resolver: contractResolver(NewReport),
    defaultValues: { reason: 'advertising' as ReportReason, details: '' },
  });
  const send = form.handleSubmit((report) => mutate({ reviewId: review.id, report }, { onSettled: onDone }));
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={send}>
      <Controller
        control={form.control}
        name="reason"
        render={({ field }) => (
          <FieldGroup legend={m.reviews_report_reason()}>
            <div>
              {ReportReason.options.map((reason) => (
                <label key={reason} className="flex min-h-11 items-center gap-3">
                  <Radio
                    name={field.name}
                    value={reason}
                    checked={field.value === reason}
                    onChange={() => field.onChange(reason)}
                  />
                  <span className="type-sub">{REASONS[reason]()}</span>
                </label>
              ))}
            </div>
          </FieldGroup>
        )}
      />
      <Field label={m.reviews_report_details()} error={errorCodesOf(form.formState.errors.details)}>
        <TextArea {...form.register('details')} maximum={REPORT_DETAILS_MAXIMUM} rows={2} />
      </Field>
      <Button type="submit" isBusy={isPending}>
        {m.reviews_report_send()}
      </Button>
    </form>
  );
}

const REASONS: Record<ReportReason, () => string> = {
  advertising: m.reviews_report_advertising,
  abuse: m.reviews_report_abuse,
  untrue: m.reviews_report_untrue,
  privacy: m.reviews_report_privacy,
  other: m.reviews_report_other,
};
