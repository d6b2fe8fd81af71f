import { PlaceholderPage } from '#web/shell/PlaceholderPage.tsx';

export function SignUpPage() {
  return <PlaceholderPage />;
}
