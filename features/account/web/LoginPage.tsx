import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function LoginPage() {
  return <PlaceholderPage />;
}
