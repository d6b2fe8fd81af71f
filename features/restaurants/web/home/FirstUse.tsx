import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, ClipboardPaste, Compass, type LucideIcon, Search, Tv } from 'lucide-react';
import { m } from '#messages';
import { setPendingPictures } from '#web/form/pending-pictures.ts';
import { paths } from '#web/paths.ts';
import { readClipboard } from '#web/form/read-clipboard.ts';
import { MoTv } from '#web/ui/MoTv.tsx';

const WAY_CLASSES =
  'flex min-h-16 w-full items-center gap-[12px] rounded-card bg-surface px-[16px] py-2.5 max-lg:[@media(max-height:760px)]:min-h-12 max-lg:[@media(max-height:760px)]:py-1 text-left shadow-1 hover:bg-sunken';

/**
 * The screen of a member without saved restaurants. It shows ways to save the first restaurant, and then the provided
 * restaurants. The nearest provided restaurant comes first.
 */
export function FirstUse({ hasProvided, openNearby }: { hasProvided: boolean; openNearby: () => void }) {
  const navigate = useNavigate();
  return (
    <div className="grid gap-2 pb-3">
      {!hasProvided && (
        <div className="hidden justify-items-center pb-2 lg:grid">
          <MoTv shows="bowl" />
        </div>
      )}
      <Link to={paths.addRestaurant} className={WAY_CLASSES}>
        <WayFace
          icon={Search}
          label={m.restaurants_first_search()}
          text={m.restaurants_first_search_text()}
        />
      </Link>
      <button
        type="button"
        className={WAY_CLASSES}
        onClick={() =>
          void readClipboard().then(({ text: pasted, pictures }) => {
            setPendingPictures(pictures);
            return navigate({ to: paths.addRestaurant, state: { pasted } });
          })
        }
      >
        <WayFace
          icon={ClipboardPaste}
          label={m.restaurants_first_paste()}
          text={m.restaurants_first_paste_text()}
        />
      </button>
      <Link to={paths.addFromSource} className={WAY_CLASSES}>
        <WayFace icon={Tv} label={m.from_source_title()} text={m.from_source_way_text()} />
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        className="link type-sub inline-flex min-h-11 items-center gap-1.5 justify-self-center px-2"
        onClick={openNearby}
      >
        <Compass aria-hidden="true" className="size-4" />
        {m.restaurants_first_nearby()}
      </button>
      {hasProvided && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-1 pt-3">
          <h3 className="type-h3">{m.restaurants_first_provided()}</h3>
          <Link
            to={paths.sources}
            className="type-sub inline-flex min-h-11 items-center font-bold text-prov-text"
          >
            {m.provided_by_source()}
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      )}
    </div>
  );
}

function WayFace({ icon: Icon, label, text }: { icon: LucideIcon; label: string; text: string }) {
  return (
    <>
      <span className="grid size-[40px] flex-none place-items-center rounded-inner bg-brand-tint text-brand-text">
        <Icon className="size-[20px]" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{label}</span>
        <span className="type-caption block text-ink-2 max-lg:[@media(max-height:760px)]:hidden">{text}</span>
      </span>
      <ChevronRight className="size-[20px] flex-none text-ink-3" aria-hidden="true" />
    </>
  );
}
