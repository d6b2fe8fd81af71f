import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function HomePage() {
  return <PlaceholderPage />;
}
