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
  // The popsicle stands for a Korean hot dog on a stick. The flame is the flame under a wok.
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

/** The icon of a category. For 기타, 미분류 and unknown ids, it is a circled question mark. */
export function CategoryIcon({ categoryId, className }: { categoryId: string | null; className?: string }) {
  const Icon = ICONS[categoryId ?? ''] ?? CircleHelp;
  return <Icon className={className} aria-hidden="true" />;
}
