import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import type { SourceView } from '../provided/provided.rules.ts';
import { SOURCE_KINDS } from './source-kinds.ts';
import { SourceProgress } from './SourceProgress.tsx';
import { SourcesState } from './SourcesState.tsx';
import { useSources } from './use-sources.ts';

/** Lists the programmes and guides of provided restaurants, each with my progress. */
export function SourceCards() {
  const sources = useSources();
  const { views } = sources;
  if (!views || views.length === 0) return <SourcesState sources={sources} />;
  return (
    <ul role="list" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {views.map((view) => (
        <li key={view.source.id}>
          <SourceCard view={view} />
        </li>
      ))}
    </ul>
  );
}

function SourceCard({ view }: { view: SourceView }) {
  const { source, episodes } = view;
  const { icon: Icon, label, episodeCount } = SOURCE_KINDS[source.kind];
  const named = episodes.filter(({ episode }) => episode.name !== '');
  return (
    <Link
      to={paths.source}
      params={{ sourceId: source.id }}
      className="grid h-full content-between gap-4 rounded-card bg-surface p-4 shadow-1"
    >
      <span className="flex items-start gap-3">
        <span className="grid size-11 flex-none place-items-center rounded-inner bg-prov-tint text-prov-text">
          <Icon className="size-5" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="type-h3 block">{m.provided_source_name({ title: source.title })}</span>
          <span className="mt-1 flex flex-wrap items-center gap-1.5">
            <Pill kind="plain">{label()}</Pill>
            {named.length > 0 && (
              <span className="type-caption numbers text-ink-2">{episodeCount({ count: named.length })}</span>
            )}
          </span>
        </span>
        <ChevronRight className="mt-1 size-5 flex-none text-ink-3" aria-hidden="true" />
      </span>
      <SourceProgress view={view} />
    </Link>
  );
}
