import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { VisitFields } from '#features/restaurants/web/restaurants.public.ts';
import { ReviewSubmission } from '#features/reviews/reviews.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { contractResolver, showServerErrors } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSubmitReview } from './reviews.queries.ts';

/** Rating, one line and who may see them, changed in place. What was typed stays until the server has it. */
export function ReviewEditor({ mine, onDone }: { mine: MyRestaurant; onDone: () => void }) {
  const { mutateAsync, isPaused } = useSubmitReview(mine.id);
  const { rating, review, isShared, isAnonymous } = mine;
  const form = useForm({
    resolver: contractResolver(ReviewSubmission),
    defaultValues: { rating, review, isShared, isAnonymous },
  });
  const save = form.handleSubmit(async (submission) => {
    try {
      await mutateAsync(submission);
      onDone();
    } catch (problem) {
      if (problem instanceof ApiProblem) showServerErrors({ problem, form });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-3 grid gap-4" onSubmit={save}>
        <VisitFields />
        {mine.status === '방문 예정' && (
          <p className="type-caption text-ink-3">{m.reviews_becomes_visited()}</p>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" size="small" onClick={onDone}>
            {m.kit_cancel()}
          </Button>
          <Button size="small" type="submit" isBusy={form.formState.isSubmitting}>
            {isPaused ? m.restaurants_save_when_online() : m.reviews_submit()}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
