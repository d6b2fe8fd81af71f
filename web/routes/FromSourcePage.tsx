import { FromSourcePage as AddFromSourcePage } from '#features/restaurants/web/FromSourcePage.tsx';
import { lazyPart } from '#web/shell/lazy-part.tsx';

const parts = {
  Paste: lazyPart(async () => ({
    default: (await import('#features/transfer/web/PasteFlow.tsx')).PasteFlow,
  })),
};

export const FromSourcePage = () => <AddFromSourcePage parts={parts} />;
