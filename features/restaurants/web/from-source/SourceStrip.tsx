import { Suspense } from 'react';
import { useMe } from '#features/account/web/account.public.ts';
import { lazyExtra } from '#web/shell/lazy-part.tsx';
import { isAddingFromSource } from './source-key.ts';

const OngoingSource = lazyExtra(async () => ({
  default: (await import('./OngoingSource.tsx')).OngoingSource,
}));

/**
 * A strip on other screens while the member is adding places from a source. It contains a link to the add screen, and a
 * button that ends adding.
 */
export function SourceStrip() {
  const me = useMe();
  if (!me || !isAddingFromSource(me.uid)) return null;
  return (
    <Suspense>
      <OngoingSource key={me.uid} uid={me.uid} />
    </Suspense>
  );
}
