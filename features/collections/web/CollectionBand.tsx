import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import type { Collection } from '#features/collections/collections.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Button } from '#web/ui/Button.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { collectionQuery } from './collections.documents.ts';
import { ICONS } from './looks.tsx';
import { OwnerReadOnly } from './OwnerReadOnly.tsx';

const PeopleDialog = lazyDialog(async () => ({
  default: (await import('./PeopleDialog.tsx')).PeopleDialog,
}));

/** The name, the note and the people of a collection, above its places. */
export function CollectionBand({ collection }: { collection: Collection }) {
  const { id, name, note, icon, people, role, isReadOnly } = collection;
  const members = people.filter((person) => person.role !== null);
  const [isPeopleOpen, setPeopleOpen] = useState<boolean | null>(null);
  const { icon: Icon } = ICONS[icon];
  return (
    <>
      <OfflineStrip
        of={collectionQuery(id).queryKey}
        isEditable={role !== 'reader' && !isReadOnly}
        offlineText={m.collections_needs_network()}
        className="mb-3"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-auto items-center gap-2">
          <Icon className="size-7 flex-none" aria-hidden="true" />
          <h1 className="min-w-0 text-[1.375rem] leading-tight font-bold tracking-[-.03em] lg:text-[2.25rem]">
            {name}
          </h1>
        </div>
        {(role === 'owner' || members.length > 1) && (
          <Button look="ink" size="small" aria-haspopup="dialog" onClick={() => setPeopleOpen(true)}>
            <Users aria-hidden="true" />
            {members.length > 1
              ? m.collections_people_count({ count: numberOf(members.length) })
              : m.collections_invite()}
          </Button>
        )}
      </div>
      {note && <p className="type-sub mt-1 max-w-[36em] whitespace-pre-line lg:type-body">{note}</p>}
      {isReadOnly && role === 'owner' && <OwnerReadOnly />}
      {isReadOnly && role !== 'owner' && (
        <p className="type-sub mt-1 max-w-[36em] font-semibold">{m.collections_read_only_text()}</p>
      )}
      {isPeopleOpen !== null && (
        <Suspense>
          <PeopleDialog isOpen={isPeopleOpen} onClose={() => setPeopleOpen(false)} collection={collection} />
        </Suspense>
      )}
    </>
  );
}
