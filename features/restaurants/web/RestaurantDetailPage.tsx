import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function RestaurantDetailPage() {
  return <PlaceholderPage />;
}
