import { BookOpen, type LucideIcon, Pencil, Tv, Users } from 'lucide-react';

export type SourceKind = 'tv' | 'magazine' | 'person' | 'own';

const ICONS: Record<SourceKind, LucideIcon> = { tv: Tv, magazine: BookOpen, person: Users, own: Pencil };

export function SourceIcon({ kind, className }: { kind: SourceKind | null; className?: string }) {
  const Icon = ICONS[kind ?? 'own'];
  return <Icon className={className} aria-hidden="true" />;
}
