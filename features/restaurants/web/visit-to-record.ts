import { m } from '#messages';
import { createStore } from '#web/store.ts';
import type { ToastAction } from '#web/ui/Toast.tsx';

/** A visit that the member records now. A receipt may say its day, its time and the amount. */
export type VisitToRecord = {
  restaurantId: string;
  /** A calendar day; null if it is unknown. */
  visitDate?: number | null;
  visitTime?: string | null;
  amountWon?: number | null;
};

/**
 * The visit that the member records now; null if no sheet is open. `MemberShell` shows the sheet, because the journal
 * imports this feature, so this feature cannot import the sheet.
 */
export const visitToRecord = createStore<VisitToRecord | null>(null);

export const recordVisit = (visit: VisitToRecord): void => visitToRecord.set(visit);

/** The action of the toast that is shown after a visit was stamped. */
export const recordVisitAction = (restaurantId: string): ToastAction => ({
  label: m.journal_record(),
  onPress: () => visitToRecord.set({ restaurantId }),
});
