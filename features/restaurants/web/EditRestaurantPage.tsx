import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function EditRestaurantPage() {
  return <PlaceholderPage />;
}
