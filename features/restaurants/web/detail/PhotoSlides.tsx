import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '#messages';
import type { PlacePhoto } from '#features/places/places.contract.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

type Slide = { id: string; src: string; authors?: PlacePhoto['authors'] };

/** Shows photos side by side at the top of the page, and the number of photos. */
export function PhotoSlides({
  name,
  slides,
  onBroken,
}: {
  /** The name of the place. */
  name: string;
  slides: readonly Slide[];
  onBroken?: (slideId: string) => void;
}) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const show = (position: number) => {
    const { current } = strip;
    current?.scrollTo({ left: position * current.clientWidth });
  };
  return (
    <section
      aria-label={m.restaurants_photos({ name })}
      className="relative h-[236px] overflow-hidden bg-sunken lg:h-[300px] lg:rounded-[20px]"
    >
      <ul
        ref={strip}
        role="list"
        className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] motion-reduce:scroll-auto"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.min(slides.length - 1, Math.round(scrollLeft / clientWidth)))
        }
      >
        {slides.map(({ id, src, authors = [] }, position) => (
          <li key={id} className="relative w-full flex-none snap-center">
            <img
              src={src}
              alt={m.restaurants_photo({ name, position: position + 1 })}
              loading={position === 0 ? 'eager' : 'lazy'}
              decoding="async"
              className="size-full object-cover"
              onError={onBroken && (() => onBroken(id))}
            />
            <Credit authors={authors} />
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <>
          <p
            aria-hidden="true"
            className="type-caption numbers absolute right-4 bottom-8 rounded-small bg-[rgb(0_0_0/.7)] px-2.5 py-1 font-semibold text-[#fff] lg:bottom-[72px]"
          >
            {shown + 1} / {slides.length}
          </p>
          <div className="absolute inset-x-3 top-1/2 hidden -translate-y-1/2 justify-between lg:flex">
            <IconButton
              isFloating
              label={m.restaurants_photo_previous()}
              aria-disabled={shown === 0 || undefined}
              onClick={() => show(shown - 1)}
            >
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              isFloating
              label={m.restaurants_photo_next()}
              aria-disabled={shown === slides.length - 1 || undefined}
              onClick={() => show(shown + 1)}
            >
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </section>
  );
}

/** The names of the authors of a photo. The maps service requires them. */
function Credit({ authors }: Pick<PlacePhoto, 'authors'>) {
  if (authors.length === 0) return null;
  return (
    <p className="type-caption absolute top-3 left-3 max-w-[calc(100%-24px)] truncate rounded-small bg-[rgb(0_0_0/.7)] px-2.5 py-1 text-[#fff]">
      {m.restaurants_photo_by()}{' '}
      {authors.map(({ name, url }, position) => (
        <span key={name}>
          {position > 0 && ', '}
          {url ? (
            <a className="underline underline-offset-2" href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
      ))}
    </p>
  );
}
