import { BookOpen, Compass, type LucideIcon, MonitorPlay, Tv } from 'lucide-react';
import { m } from '#messages';
import type { ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';

/** The icon and the label of each kind of source. */
export const SOURCE_KINDS: Record<ProvidedSourceKind, { icon: LucideIcon; label: () => string }> = {
  tv: { icon: Tv, label: m.provided_kind_tv },
  web: { icon: MonitorPlay, label: m.provided_kind_web },
  magazine: { icon: BookOpen, label: m.provided_kind_magazine },
  guide: { icon: Compass, label: m.provided_kind_guide },
};
