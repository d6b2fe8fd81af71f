import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SavedRestaurantFields } from '../form/SavedRestaurantFields.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { useLimitDialog } from '../use-limit-dialog.tsx';
import { useOnline } from '#web/online.ts';
import { useBusinessStatus } from './ClosedNotice.tsx';
import { EMPTY_DRAFT } from './draft.ts';
import type { CollectionParts, Prefill } from './paste-parts.ts';
import { KeptPhoto } from './KeptPhoto.tsx';
import { PlaceStep } from './PlaceStep.tsx';
import { PreviewMap } from './PreviewMap.tsx';
import { LimitReachedNotice } from './LimitReachedNotice.tsx';
import { useDraft, usePersistDraft } from './use-draft.ts';
import { usePlaceChoice } from './use-place-choice.ts';
import { useSendForm } from './use-send-form.ts';

/**
 * A form for a new place and my record of it. The draft of the form is stored in this browser until the place is saved.
 */
export function AddForm({
  uid,
  prefill,
  above,
  collections,
  children,
}: {
  uid: string;
  prefill?: Prefill;
  /** An element that is shown above the choice of a place. */
  above?: ReactNode;
  /** The choice of collections. It is absent on screens with another purpose, such as adding from a source. */
  collections?: CollectionParts;
  /** Other ways to add a place. They are shown while no place is chosen. */
  children?: ReactNode;
}) {
  const draft = useDraft(uid, prefill);
  const form = useForm({
    resolver: contractResolver(NewRestaurant),
    defaultValues: draft.initialDraft.values,
  });
  usePersistDraft({ form, keep: draft.keepValues });
  const choice = usePlaceChoice({ form, draft });
  const { limitDialog, showLimit } = useLimitDialog();
  const queryClient = useQueryClient();
  const [collectionIds, setCollectionIds] = useState<readonly string[]>([]);
  const { submit, isSending, isSent, duplicate } = useSendForm({
    form,
    draft,
    choice,
    showLimit,
    onAdded: (restaurantId) => {
      if (collectionIds.length > 0) void collections?.collect({ queryClient, restaurantId, collectionIds });
    },
  });
  const hasClosed = useBusinessStatus(choice.suggestion) === 'closed_permanently';
  const [isAsking, setAsking] = useState(false);

  const discardDraft = () => {
    draft.drop();
    form.reset(EMPTY_DRAFT.values);
    choice.clear();
  };

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label={m.restaurants_add_title()}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-10 lg:pt-4"
        onSubmit={(event) => {
          if (!hasClosed) return void submit(event);
          event.preventDefault();
          setAsking(true);
        }}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {above}
          <LimitReachedNotice />
          {draft.isRestored && (
            <RestoredNotice
              text={prefill ? m.restaurants_draft_pasted() : m.restaurants_draft_restored()}
              onDiscard={discardDraft}
            />
          )}
          <KeptPhoto />
          <PlaceStep
            choice={choice}
            duplicate={duplicate}
            isSent={isSent}
            error={form.formState.errors.place}
            onAddedWritten={draft.drop}
          >
            {children}
          </PlaceStep>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-[22px]">
          {!choice.isByHand && <PreviewMap suggestion={choice.suggestion} />}
          {choice.hasBegun && (
            <SavedRestaurantFields
              catalogueCategoryId={choice.suggestion?.categoryId ?? null}
              isPrivate={choice.isByHand}
              folded={
                collections ? (
                  <Suspense>
                    <collections.Choice chosen={collectionIds} onChange={setCollectionIds} />
                  </Suspense>
                ) : null
              }
            />
          )}
          {choice.hasBegun && <SubmitButton isSending={isSending} />}
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.restaurants_closed_confirm_title()}
        text={m.restaurants_closed_confirm_text()}
        confirmLabel={m.restaurants_closed_confirm()}
        onConfirm={() => {
          setAsking(false);
          void submit();
        }}
      />
      {limitDialog}
    </FormProvider>
  );
}

function SubmitButton({ isSending }: { isSending: boolean }) {
  const isOnline = useOnline();
  return (
    <StickyActions>
      <Button type="submit" isBusy={isSending} className="w-full">
        {isOnline ? m.restaurants_add_submit() : m.restaurants_add_when_online()}
      </Button>
    </StickyActions>
  );
}

function RestoredNotice({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  return (
    <p className="type-sub flex items-center justify-between gap-3 rounded-field bg-soft py-1 pr-2 pl-4 text-ink-2">
      {text}
      <button type="button" className="link min-h-11 flex-none px-2" onClick={onDiscard}>
        {m.restaurants_draft_discard()}
      </button>
    </p>
  );
}
