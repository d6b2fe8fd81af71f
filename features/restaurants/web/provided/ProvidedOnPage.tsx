import { Bookmark, Check, ExternalLink, RadioTower } from 'lucide-react';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { sourceLine } from '#features/catalogue/catalogue.rules.ts';
import type { RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { sourceKindOf } from '#features/restaurants/restaurants.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SourceIcon } from '#web/ui/SourceIcon.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { useTakeOver } from './use-take-over.tsx';

/**
 * The part of a place's page that is shown for a provided place. It shows the admin's note. If the place is not in my
 * list, it also shows the two buttons that take the place over.
 */
export function ProvidedOnPage({
  place,
  provided,
  isMine,
}: {
  place: RestaurantDetail['place'];
  provided: NonNullable<RestaurantDetail['provided']>;
  isMine: boolean;
}) {
  const { take, isPending, limitDialog } = useTakeOver();
  const restaurants = [{ id: place.placeId, name: place.name }];
  const { memo, tags, sources } = provided;
  return (
    <section className="grid gap-3 rounded-card bg-surface p-5 shadow-1" aria-label={m.provided_badge_long()}>
      <p className="flex items-center gap-2">
        <Pill kind="prov">
          <RadioTower aria-hidden="true" />
          {m.provided_badge_long()}
        </Pill>
      </p>
      {memo !== '' && <p className="text-[.9375rem] leading-6">{memo}</p>}
      {sources.length > 0 && (
        <ul className="grid gap-2">
          {sources.map((source) => (
            <li key={`${source.title} ${source.episode}`} className="type-sub flex items-start gap-2.5">
              <SourceIcon kind={sourceKindOf(source.kind)} className="mt-0.5 size-[18px] flex-none" />
              <span className="min-w-0">
                {source.link ? (
                  <a className="link" href={source.link} target="_blank" rel="noreferrer">
                    {sourceLine({ memo: '', sources: [source] })}
                    <ExternalLink className="ml-1 inline size-3.5" aria-label={m.restaurants_new_window()} />
                  </a>
                ) : (
                  sourceLine({ memo: '', sources: [source] })
                )}
                {source.publishedOn && (
                  <span className="type-caption numbers ml-2 whitespace-nowrap text-ink-3">
                    {dateOf(Date.parse(source.publishedOn), { zone: CALENDAR })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
      {!isMine && (
        <div className="mt-1 grid grid-cols-1 gap-2 sm:grid-cols-2">
          <Button isBusy={isPending} onClick={() => take({ restaurants, status: TO_VISIT })}>
            <Bookmark aria-hidden="true" />
            {m.provided_take()}
          </Button>
          <Button look="pink" isBusy={isPending} onClick={() => take({ restaurants, status: VISITED })}>
            <Check aria-hidden="true" />
            {m.provided_visited()}
          </Button>
        </div>
      )}
      {limitDialog}
    </section>
  );
}
