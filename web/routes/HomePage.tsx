import { HomePage as MyListPage } from '#features/restaurants/web/HomePage.tsx';
import { lazyDialog } from '#web/shell/lazy-part.tsx';

const parts = {
  Today: lazyDialog(async () => ({
    default: (await import('#features/sharing/web/TodayWithShares.tsx')).TodayWithShares,
  })),
};

export const HomePage = () => <MyListPage parts={parts} />;
