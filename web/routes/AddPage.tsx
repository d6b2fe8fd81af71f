import { AddRestaurantPage } from '#features/restaurants/web/AddRestaurantPage.tsx';
import { PasteButton } from '#features/transfer/web/PasteButton.tsx';
import { lazyPart } from '#web/shell/lazy-part.tsx';

const parts = {
  Paste: lazyPart(async () => ({
    default: (await import('#features/transfer/web/PasteFlow.tsx')).PasteFlow,
  })),
  PasteButton,
};

export const AddPage = () => <AddRestaurantPage parts={parts} />;
