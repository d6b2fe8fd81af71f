import {
  Beef,
  Beer,
  CircleHelp,
  Coffee,
  CookingPot,
  Croissant,
  Drumstick,
  Fish,
  FishSymbol,
  Flame,
  type LucideIcon,
  Pizza,
  Popsicle,
  Soup,
  Utensils,
  Wheat,
} from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  korean: Utensils,
  // Popsicle: a Korean hot dog on a stick. Flame: the flame under a wok.
  bunsik: Popsicle,
  chinese: Flame,
  grill: Beef,
  seafood: Fish,
  noodles: Soup,
  soup: CookingPot,
  japanese: FishSymbol,
  western: Pizza,
  asian: Wheat,
  'fast-food': Drumstick,
  cafe: Coffee,
  bakery: Croissant,
  bar: Beer,
};

export const CATEGORIES_WITH_ICON: readonly string[] = Object.keys(ICONS);

/** A circled question mark for 기타, 미분류 and unknown ids. */
export function CategoryIcon({ categoryId, className }: { categoryId: string | null; className?: string }) {
  const Icon = ICONS[categoryId ?? ''] ?? CircleHelp;
  return <Icon className={className} aria-hidden="true" />;
}
