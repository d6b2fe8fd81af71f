import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { m } from '#messages';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { QueryResult } from '#web/admin/QueryResult.tsx';
import { sourcesQuery } from '../provided/provided-admin.queries.ts';
import { EPISODE_COUNTS, KINDS, SourceDialog } from './SourceDialog.tsx';
import { useDeleteSource } from './sources.queries.ts';

export function SourcesSection() {
  const query = useQuery(sourcesQuery);
  const [edited, setEdited] = useState<ProvidedSource | null>(null);
  const [toDelete, setToDelete] = useState<ProvidedSource | null>(null);
  const { mutate: remove, isPending } = useDeleteSource();
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => setEdited({ id: uuidv7(), title: '', kind: 'tv', link: null, episodes: [] })}
      >
        <Plus aria-hidden="true" />
        {m.admin_source_add()}
      </Button>
      <QueryResult query={query}>
        {(sources) =>
          sources.length === 0 ? (
            <EmptyState title={m.admin_sources_none()} text={m.admin_sources_none_text()} />
          ) : (
            <ul className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
              {sources.map((source) => (
                <li
                  key={source.id}
                  aria-label={source.title}
                  className="grid gap-2.5 py-3.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center"
                >
                  <div className="grid min-w-0 gap-0.5">
                    <div className="flex flex-wrap items-center gap-2">
                      <b className="type-body font-bold">{source.title}</b>
                      <Pill kind="plain">{KINDS[source.kind]()}</Pill>
                    </div>
                    <p className="type-caption text-ink-2">
                      {EPISODE_COUNTS[source.kind]({ count: source.episodes.length })}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    <Button
                      size="small"
                      look="secondary"
                      aria-label={m.admin_edit_of({ name: source.title })}
                      onClick={() => setEdited(source)}
                    >
                      {m.admin_edit()}
                    </Button>
                    <Button
                      size="small"
                      look="secondary"
                      aria-label={m.admin_delete_of({ name: source.title })}
                      onClick={() => setToDelete(source)}
                    >
                      {m.admin_delete()}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <SourceDialog source={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog
        isOpen={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={m.admin_source_delete_title({ title: toDelete?.title ?? '' })}
        text={m.admin_source_delete_text()}
        confirmLabel={m.admin_delete()}
        isDangerous
        isBusy={isPending}
        onConfirm={() => toDelete && remove(toDelete, { onSettled: () => setToDelete(null) })}
      />
    </>
  );
}
