import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function AddRestaurantPage() {
  return <PlaceholderPage />;
}
