import { type ComponentType, useLayoutEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { dayIn, localZone } from '#common/dates.ts';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { COMPANIONS, PHOTO_LIMITS } from '#features/journal/journal.contract.ts';
import { PhotoPicker, usePhotoUploads } from '#features/photos/web/photos.public.tsx';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import {
  useMyRestaurant,
  useTextConflict,
  VisitFields,
  type VisitToRecord,
} from '#features/restaurants/web/restaurants.public.ts';
import { contractResolver } from '#web/forms.ts';
import { useOnline } from '#web/online.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { AmountField } from '../form/AmountField.tsx';
import { TagOptions } from '../form/TagOptions.tsx';
import { WhenFields } from '../form/WhenFields.tsx';
import { RecordedVisit, useSaveRecord } from './use-save-record.ts';

/** What a receipt says about a visit. */
type ReadReceipt = { day: number | null; time: string | null; total: number | null };
/** Reads a receipt. Another feature provides it, and web/routes/RecordSheet.tsx passes it in. */
type Receipt = ComponentType<{ onRead: (receipt: ReadReceipt) => void }>;

/**
 * 기록하기: records a visit with one form. The photo, the rating and the line are stored with the place, and become a
 * journal entry together with the companions.
 */
export function RecordSheet({
  Receipt,
  visit,
  isOpen,
  onClose,
}: {
  Receipt: Receipt;
  visit: VisitToRecord;
  isOpen: boolean;
  onClose: () => void;
}) {
  const me = useMe();
  const { mine } = useMyRestaurant(visit.restaurantId);
  const [hasChanges, setHasChanges] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={() => (hasChanges ? setAsking(true) : onClose())}
        title={m.journal_record()}
        text={mine?.name}
      >
        {me && mine && (
          <RecordForm
            me={me}
            mine={mine}
            visit={visit}
            Receipt={Receipt}
            onChanged={setHasChanges}
            onDone={onClose}
          />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.kit_leave_title()}
        text={m.kit_leave_text()}
        cancelLabel={m.kit_leave_stay()}
        confirmLabel={m.kit_leave_go()}
        isDangerous
        onConfirm={onClose}
      />
    </>
  );
}

function RecordForm({
  Receipt,
  me: { accountTier: tier },
  mine,
  visit,
  onChanged,
  onDone,
}: {
  Receipt: Receipt;
  me: Pick<Me, 'accountTier'>;
  mine: MyRestaurant;
  visit: VisitToRecord;
  /** Called with whether the form differs from what is stored. */
  onChanged: (hasChanges: boolean) => void;
  onDone: () => void;
}) {
  const { rating, review, isShared, isAnonymous } = mine;
  const [stored] = useState({ rating, review, isShared, isAnonymous });
  const [companions, setCompanions] = useState<string[]>([]);
  const [today] = useState(() => dayIn(localZone(), Date.now()));
  const form = useForm({
    resolver: contractResolver(RecordedVisit),
    defaultValues: {
      ...stored,
      visitDate: visit.visitDate ?? today,
      visitTime: visit.visitTime ?? null,
      amountWon: visit.amountWon ?? null,
    },
  });
  const photos = usePhotoUploads({ purpose: 'journal', initial: [] });
  const conflict = useTextConflict({ restaurantId: mine.id, texts: { review: stored.review } });
  const isOnline = useOnline();
  const { save, isSaving } = useSaveRecord({ mine, stored, form, photos, companions, conflict, onDone });
  const fill = ({ day, time, total }: ReadReceipt) => {
    const options = { shouldDirty: true } as const;
    if (day !== null) form.setValue('visitDate', day, options);
    if (time !== null) form.setValue('visitTime', time, options);
    if (total !== null) form.setValue('amountWon', total, options);
  };
  const hasChanges = form.formState.isDirty || companions.length > 0 || photos.items.length > 0;
  // An effect after the paint would let Escape, pressed right after the first letter, close the sheet without asking.
  useLayoutEffect(() => onChanged(hasChanges), [onChanged, hasChanges]);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 [&_:is(input,textarea,[role=slider])]:scroll-mb-24"
        onSubmit={(event) => {
          event.preventDefault();
          save(conflict.basedOn);
        }}
      >
        <PhotoPicker photos={photos} limit={PHOTO_LIMITS[tier]} />
        <VisitFields isPrivate={mine.isManual} />
        <FieldGroup legend={m.journal_field_with()}>
          <TagOptions
            label={m.journal_field_with()}
            options={COMPANIONS}
            value={companions}
            onChange={setCompanions}
          />
        </FieldGroup>
        <Receipt onRead={fill} />
        <WhenFields />
        <AmountField />
        <p className="type-caption text-ink-2">{m.journal_record_text()}</p>
        <div className="sticky bottom-0 z-10 -mx-[22px] -mb-5 grid border-t border-line bg-raised px-[22px] pt-3 pb-5">
          <Button type="submit" isBusy={isSaving}>
            {isOnline ? m.journal_save() : m.journal_save_when_online()}
          </Button>
        </div>
      </form>
      {conflict.dialog(save)}
      <UnsavedChangesGuard isUnsaved={() => hasChanges && !isSaving} />
    </FormProvider>
  );
}
