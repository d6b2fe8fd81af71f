import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { FollowButton } from '#features/following/web/following.public.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { providedQuery } from '../provided/provided.queries.ts';
import type { SourceView } from '../provided/provided.rules.ts';
import { SOURCE_KINDS } from './source-kinds.ts';
import { SourceMap } from './SourceMap.tsx';
import { SourcePlaces } from './SourcePlaces.tsx';
import { SourceProgress } from './SourceProgress.tsx';
import { SourcesState } from './SourcesState.tsx';
import { TakeOverFromSource } from './TakeOverFromSource.tsx';
import { useSources } from './use-sources.ts';

/** The page of one programme or guide. It shows the episodes, their places in a list and on a map, and my progress. */
export function SourcePage() {
  const { sourceId } = useParams({ from: '/members/app/sources/$sourceId' });
  const sources = useSources();
  const view = sources.views?.find(({ source }) => source.id === sourceId);
  if (view) return <Source key={sourceId} view={view} version={sources.version} />;
  const isUnknown = sources.views !== null && sources.isVisible;
  return (
    <Page title={m.provided_sources_title()} backTo={paths.sources}>
      {isUnknown ? (
        <EmptyState
          shows="bars"
          title={m.provided_source_unknown_title()}
          text={m.provided_source_unknown_text()}
        >
          <LinkButton to={paths.sources} look="secondary" size="small">
            {m.provided_by_source()}
          </LinkButton>
        </EmptyState>
      ) : (
        <SourcesState sources={sources} />
      )}
    </Page>
  );
}

function Source({ view, version }: { view: SourceView; version: number }) {
  const { source, episodes, places } = view;
  const { episode: episodeId } = useSearch({ from: '/members/app/sources/$sourceId' });
  const navigate = useNavigate({ from: paths.source });
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  // If the URL contains a deleted episode, all episodes are shown.
  const only = episodes.find(({ episode }) => episode.id === episodeId);
  const shownPlaces = only ? only.places : places;
  const open = (id: string | undefined) =>
    void navigate({
      to: paths.source,
      params: { sourceId: source.id },
      search: id === undefined ? {} : { episode: id },
      resetScroll: false,
    });

  return (
    <Page
      title={m.provided_source_name({ title: source.title })}
      backTo={paths.sources}
      className="max-w-[1080px] pb-36"
    >
      <OfflineStrip of={providedQuery.queryKey} offlineText={m.provided_needs_network()} className="mb-3" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-6">
        <div className="lg:order-last">
          <div className="relative h-[240px] overflow-hidden rounded-card low:sticky low:top-16 low:h-[calc(100vh-80px-var(--sticky-actions,72px))] lg:sticky lg:top-16 lg:h-[calc(100vh-80px-max(16px,var(--sticky-actions,0px)))]">
            <SourceMap places={shownPlaces} selectedId={selectedId} onSelect={setSelectedId} />
          </div>
        </div>
        <div className="grid content-start gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <SourceFacts view={view} />
            <FollowButton
              sourceId={source.id}
              title={m.provided_source_name({ title: source.title })}
              version={version}
            />
          </div>
          <SourceProgress view={view} />
          {episodes.length > 1 && (
            <ChipRow label={m.provided_episodes()}>
              <Chip isSelected={!only} onClick={() => open(undefined)}>
                {m.restaurants_all()}
              </Chip>
              {episodes.map(({ episode }) => (
                <Chip
                  key={episode.id}
                  isSelected={only?.episode.id === episode.id}
                  onClick={() => open(episode.id)}
                >
                  {episode.name === '' ? m.provided_no_episode() : episode.name}
                </Chip>
              ))}
            </ChipRow>
          )}
          <SourcePlaces
            episodes={only ? [only] : episodes}
            selectedId={selectedId}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={setSelectedId}
          />
          <TakeOverFromSource places={shownPlaces} chosen={chosen} onChoose={setChosen} />
        </div>
      </div>
    </Page>
  );
}

function SourceFacts({ view: { source } }: { view: SourceView }) {
  const { icon: Icon, label } = SOURCE_KINDS[source.kind];
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Pill kind="prov">
        <Icon aria-hidden="true" />
        {label()}
      </Pill>
      {source.link && (
        <a
          className="link type-sub inline-flex min-h-11 items-center"
          href={source.link}
          target="_blank"
          rel="noreferrer"
        >
          {new URL(source.link).host}
          <ExternalLink className="ml-1 inline size-4" aria-label={m.restaurants_new_window()} />
        </a>
      )}
    </p>
  );
}
