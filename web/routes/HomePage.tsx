import { useEffect } from 'react';
import { HomePage as MyListPage } from '#features/restaurants/web/HomePage.tsx';
import { preloadWhenIdle } from '#web/browser/first-map.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';

const loadToday = () => import('#features/sharing/web/TodayWithShares.tsx');

const parts = { Today: lazyDialog(async () => ({ default: (await loadToday()).TodayWithShares })) };

export function HomePage() {
  // The code of today's pick is loaded early, so that it also opens without a connection.
  useEffect(() => preloadWhenIdle(() => void loadToday().catch(() => {})), []);
  return <MyListPage parts={parts} />;
}
