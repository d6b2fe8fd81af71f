import {
  Beef,
  Beer,
  Briefcase,
  CakeSlice,
  Coffee,
  Fish,
  Heart,
  type LucideIcon,
  Plane,
  Soup,
  Star,
  Users,
  Utensils,
} from 'lucide-react';
import { m } from '#messages';
import type { CollectionColour, CollectionIcon } from '#features/collections/collections.contract.ts';
import { classes } from '#web/ui/classes.ts';

/** The classes of a colour: the background colour, and a text colour that is readable on it. */
export const COLOUR_CLASSES: Record<CollectionColour, string> = {
  pink: 'bg-todo text-on-fill',
  cyan: 'bg-prov text-on-fill',
  yellow: 'bg-star text-on-fill',
  green: 'bg-brand text-on-brand',
  ink: 'bg-ink text-bg',
};

export const COLOUR_LABELS: Record<CollectionColour, () => string> = {
  pink: m.collections_colour_pink,
  cyan: m.collections_colour_cyan,
  yellow: m.collections_colour_yellow,
  green: m.collections_colour_green,
  ink: m.collections_colour_ink,
};

export const ICONS: Record<CollectionIcon, { icon: LucideIcon; label: () => string }> = {
  utensils: { icon: Utensils, label: m.collections_icon_utensils },
  soup: { icon: Soup, label: m.collections_icon_soup },
  beef: { icon: Beef, label: m.collections_icon_beef },
  fish: { icon: Fish, label: m.collections_icon_fish },
  coffee: { icon: Coffee, label: m.collections_icon_coffee },
  cake: { icon: CakeSlice, label: m.collections_icon_cake },
  beer: { icon: Beer, label: m.collections_icon_beer },
  heart: { icon: Heart, label: m.collections_icon_heart },
  users: { icon: Users, label: m.collections_icon_users },
  briefcase: { icon: Briefcase, label: m.collections_icon_briefcase },
  plane: { icon: Plane, label: m.collections_icon_plane },
  star: { icon: Star, label: m.collections_icon_star },
};

export function CollectionMark({
  colour,
  icon,
  className = 'size-[44px]',
}: {
  colour: CollectionColour;
  icon: CollectionIcon;
  className?: string;
}) {
  const { icon: Icon } = ICONS[icon];
  return (
    <span
      className={classes(
        'grid flex-none place-items-center rounded-inner',
        COLOUR_CLASSES[colour],
        className,
      )}
    >
      <Icon className="size-[20px]" aria-hidden="true" />
    </span>
  );
}
