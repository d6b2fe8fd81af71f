import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Button } from '#web/ui/Button.tsx';
import { collectionsQuery } from './collections.documents.ts';

const CollectDialog = lazyDialog(async () => ({
  default: (await import('./CollectDialog.tsx')).CollectDialog,
}));

export function CollectButton({ restaurantId }: { restaurantId: string }) {
  const { data: collections } = useQuery(collectionsQuery);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const names = collections
    ?.filter(({ restaurantIds }) => restaurantIds.includes(restaurantId))
    .map(({ name }) => name);
  const hasNames = names !== undefined && names.length > 0;
  return (
    <>
      <Button look="soft" aria-haspopup="dialog" className="min-w-0" onClick={() => setOpen(true)}>
        <FolderPlus aria-hidden="true" />
        {hasNames && <span className="sr-only">{m.collections_collect()}</span>}
        <span className="min-w-0 truncate">
          {hasNames ? m.collections_of_place({ names: names.join(', ') }) : m.collections_collect()}
        </span>
      </Button>
      {isOpen !== null && (
        <Suspense>
          <CollectDialog isOpen={isOpen} onClose={() => setOpen(false)} restaurantIds={[restaurantId]} />
        </Suspense>
      )}
    </>
  );
}
