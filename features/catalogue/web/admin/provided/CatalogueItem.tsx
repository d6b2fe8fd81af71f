import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { AdminRestaurant } from '#features/catalogue/provided-admin.contract.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { Button } from '#web/ui/Button.tsx';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { episodeNames } from './episode-names.ts';
import { sourcesQuery } from './provided-admin.queries.ts';

export function CatalogueItem({
  restaurant,
  isRemoving,
  onProvide,
  onRemove,
  onPublish,
}: {
  restaurant: AdminRestaurant;
  isRemoving: boolean;
  /**
   * Opens the dialog for providing the place. If the place is already provided, the dialog edits its memo, tags,
   * episodes and category.
   */
  onProvide: () => void;
  onRemove: () => void;
  onPublish: () => void;
}) {
  const { nameOf } = useCategories();
  const { data: names } = useQuery({ ...sourcesQuery, select: episodeNames });
  const { name, address, categoryId, memo, tags, episodeIds, isPrivate, isExample, providedAt } = restaurant;
  const mentions = [memo, ...episodeIds.map((id) => names?.get(id) ?? '')].filter(Boolean);
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center"
      aria-label={name}
    >
      <div className="flex min-w-0 gap-3">
        <CategoryIcon categoryId={categoryId} className="mt-0.5 size-5 flex-none text-ink-2" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b className="type-body font-bold">{name}</b>
            {providedAt !== null && <Pill kind="prov">{m.admin_catalogue_filter_provided()}</Pill>}
            {isPrivate && <Pill kind="plain">{m.admin_catalogue_filter_private()}</Pill>}
            {isExample && <Pill kind="plain">{m.places_example()}</Pill>}
          </div>
          <p className="type-caption text-ink-2">
            <NoWrap text={[nameOf(categoryId), address].filter(Boolean).join(' · ')} />
          </p>
          {mentions.length > 0 && <p className="type-caption text-prov-text">{mentions.join(' · ')}</p>}
          {tags.length > 0 && (
            <p className="mt-0.5 flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-md:pl-8">
        {isPrivate ? (
          <Button size="small" look="secondary" onClick={onPublish} aria-label={m.admin_publish_of({ name })}>
            {m.admin_publish()}
          </Button>
        ) : providedAt === null ? (
          <Button size="small" look="secondary" onClick={onProvide} aria-label={m.admin_provide_of({ name })}>
            {m.admin_provide_short()}
          </Button>
        ) : (
          <>
            <Button size="small" look="secondary" onClick={onProvide} aria-label={m.admin_edit_of({ name })}>
              {m.admin_edit()}
            </Button>
            <Button
              size="small"
              look="secondary"
              isBusy={isRemoving}
              onClick={onRemove}
              aria-label={m.admin_remove_of({ name })}
            >
              {m.admin_remove()}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
