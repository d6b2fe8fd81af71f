import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import type { RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import { StatusSourceAndTags, useLimitDialog } from '#features/restaurants/web/restaurants.public.ts';
import { PLACES_MAXIMUM } from '#features/transfer/pasted-text.rules.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import type { PasteDraft } from './paste-draft.ts';
import { ReviewRowCard } from './ReviewRowCard.tsx';
import { type Reviewed, useRoom } from './use-reviewed-rows.ts';
import type { ReviewDraft } from './use-review-draft.ts';
import { useSave } from './use-save.ts';

/** Several pasted places, one row each: check, choose, edit or remove them, and save the ticked ones. */
export function ReviewList({
  review,
  reviewed,
  onPasteMore,
}: {
  review: ReviewDraft;
  reviewed: readonly Reviewed[];
  onPasteMore: () => void;
}) {
  const { limitDialog, showLimit } = useLimitDialog();
  const { save, progress, problemOf, undo, isUndoing } = useSave({ review, showLimit });
  const [isClearing, setClearing] = useState(false);
  const room = useRoom();
  const ticked = reviewed.flatMap(({ row, target, isChecked }) =>
    target && isChecked ? [{ row, target }] : [],
  );
  const { saved } = review.draft;
  const shown = new Map(
    reviewed.flatMap(({ row, target, isChecked }) => (target ? [[row.id, isChecked] as const] : [])),
  );

  const submit = () => {
    if (ticked.length === 0) showToast(m.transfer_tick_first(), { kind: 'note' });
    else if (room < ticked.length)
      showToast(m.transfer_too_many({ room, more: ticked.length - room }), { kind: 'alert' });
    else void save(ticked);
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-8 lg:pt-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {saved.length > 0 && (
          <Notice>
            <p role="status" className="type-sub font-bold">
              {m.transfer_saved({ count: saved.length })}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button look="secondary" size="small" isBusy={isUndoing} onClick={() => void undo()}>
                {m.transfer_undo()}
              </Button>
              <Link to={paths.home} className="link inline-flex min-h-11 items-center px-2">
                {m.transfer_see_list()}
              </Link>
            </div>
          </Notice>
        )}
        {reviewed.length > 0 && (
          <div className="grid gap-1">
            <h2 className="type-h1">{m.transfer_review_title({ count: reviewed.length })}</h2>
            <p role="status" className="type-sub text-ink-2">
              {countsOf(reviewed)}
            </p>
            <button
              type="button"
              className="link min-h-11 justify-self-start lg:hidden"
              onClick={() => document.getElementById('transfer-fields')?.scrollIntoView()}
            >
              {m.transfer_fields_go()}
            </button>
          </div>
        )}
        {review.isTruncated && <Notice>{m.transfer_truncated({ maximum: PLACES_MAXIMUM })}</Notice>}
        {reviewed.length > 0 && room < savable(reviewed) && <RoomNotice room={room} />}
        {reviewed.length > 0 && (
          <ul role="list" aria-label={m.transfer_rows()} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
            {reviewed.map((each) => (
              <ReviewRowCard
                key={each.row.id}
                reviewed={each}
                review={review}
                onTick={(isChecked) => review.tick({ id: each.row.id, isChecked, shown })}
                problem={problemOf(each.row.id)}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-x-4">
          <button type="button" className="link min-h-11" onClick={onPasteMore}>
            {m.transfer_more()}
          </button>
          {reviewed.length > 0 && (
            <button type="button" className="link min-h-11" onClick={() => setClearing(true)}>
              {m.transfer_clear()}
            </button>
          )}
        </div>
      </div>
      {reviewed.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-20">
          <FieldsForAll review={review} />
          <StickyActions>
            <Button className="w-full" isBusy={progress !== null} onClick={submit}>
              {progress
                ? m.transfer_saving({ done: progress.done, count: progress.count })
                : ticked.length === 0
                  ? m.transfer_save_none()
                  : m.transfer_save({ count: ticked.length })}
            </Button>
          </StickyActions>
        </div>
      )}
      <ConfirmDialog
        isOpen={isClearing}
        onClose={() => setClearing(false)}
        title={m.transfer_clear_title()}
        text={m.transfer_clear_text()}
        confirmLabel={m.transfer_clear()}
        onConfirm={() => {
          setClearing(false);
          review.clear();
        }}
      />
      {limitDialog}
    </div>
  );
}

const savable = (reviewed: readonly Reviewed[]) =>
  reviewed.filter(({ match: { state } }) => state !== 'saved' && state !== 'none' && state !== 'failed')
    .length;

function RoomNotice({ room }: { room: number }) {
  return (
    <Notice>
      {room === 0
        ? m.transfer_no_room({ limit: FREE_RESTAURANT_LIMIT })
        : m.transfer_room({ limit: FREE_RESTAURANT_LIMIT, room })}{' '}
      <Link to={paths.payment} className="link">
        {m.kit_paywall_button()}
      </Link>
    </Notice>
  );
}

/** Status, source and tags of all rows that are saved next. */
function FieldsForAll({ review }: { review: ReviewDraft }) {
  const form = useForm<RestaurantChanges>({ defaultValues: review.draft.fields });
  const onValues = useEffectEvent((values: RestaurantChanges) =>
    review.changeFields(values as PasteDraft['fields']),
  );
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onValues(values) }),
    [subscribe],
  );
  return (
    <FormProvider {...form}>
      <section
        aria-labelledby="transfer-fields"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 shadow-1"
      >
        <div>
          <h2 id="transfer-fields" className="type-h3 scroll-mt-20">
            {m.transfer_fields()}
          </h2>
          <p className="type-caption text-ink-2">{m.transfer_fields_text()}</p>
        </div>
        <StatusSourceAndTags />
      </section>
    </FormProvider>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <div className="type-sub grid gap-2 rounded-field bg-sunken px-4 py-3 text-ink-2">{children}</div>
);

/** 확실해요 12 · 골라 주세요 3 */
function countsOf(reviewed: readonly Reviewed[]): string {
  const count = (state: Reviewed['match']['state']) =>
    reviewed.filter(({ match }) => match.state === state).length;
  const searching = count('searching');
  if (searching > 0)
    return m.transfer_searching({ done: reviewed.length - searching, count: reviewed.length });
  return [
    [m.transfer_certain(), count('certain')] as const,
    [m.transfer_choose(), count('choose')] as const,
    [m.transfer_none(), count('none')] as const,
    [m.transfer_already(), count('saved')] as const,
    [m.transfer_failed(), count('failed')] as const,
  ]
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${name} ${number}`)
    .join(' · ');
}
