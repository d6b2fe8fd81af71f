import { BookOpen, Compass, type LucideIcon, MonitorPlay, Tv } from 'lucide-react';
import { m } from '#messages';
import type { ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';

/** The icon and the label of each kind of source, and the text for the number of its episodes. */
export const SOURCE_KINDS: Record<
  ProvidedSourceKind,
  { icon: LucideIcon; label: () => string; episodeCount: (inputs: { count: number }) => string }
> = {
  tv: { icon: Tv, label: m.provided_kind_tv, episodeCount: m.provided_episode_count },
  web: { icon: MonitorPlay, label: m.provided_kind_web, episodeCount: m.provided_episode_count },
  magazine: { icon: BookOpen, label: m.provided_kind_magazine, episodeCount: m.provided_edition_count },
  guide: { icon: Compass, label: m.provided_kind_guide, episodeCount: m.provided_edition_count },
};
