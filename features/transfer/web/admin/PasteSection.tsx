import { useQuery } from '@tanstack/react-query';
import { stringify } from 'csv-stringify/browser/esm/sync';
import { useState } from 'react';
import { m } from '#messages';
import {
  episodeNames,
  ImportOutcome,
  sourcesQuery,
  useImport,
} from '#features/catalogue/web/admin/catalogue-admin.public.ts';
import { useMe } from '#features/account/web/account.public.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import {
  PasteField,
  ReviewRowCard,
  UnreadLines,
  useReviewAgainst,
  useReviewDraft,
} from '../transfer.public.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';

type ReviewedRow = ReturnType<typeof useReviewAgainst>[number];

/**
 * The section for pasted places. The admin reviews them as a member does. The reviewed places are then imported as the
 * rows of a file.
 */
export function PasteSection() {
  const me = useMe();
  return me && <Paste key={me.uid} uid={me.uid} />;
}

/**
 * The saved places for the review. The list is empty: no place counts as already saved, because providing a place again
 * adds the episode.
 */
const NOTHING_SAVED: never[] = [];

function Paste({ uid }: { uid: string }) {
  const review = useReviewDraft({ uid: `${uid}.provided`, text: '' });
  const { rows } = review.draft;
  const reviewed = useReviewAgainst(rows, NOTHING_SAVED);
  const ready = reviewed.filter(({ target }) => target !== null);
  const { data: sources } = useQuery(sourcesQuery);
  const [episodeId, setEpisodeId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, data, isPending, error, reset } = useImport();

  const provide = () => {
    const episode = sources && episodeOf(sources, episodeId);
    if (!episode) return setProblem(m.admin_paste_episode_missing());
    if (ready.length === 0) return setProblem(m.transfer_tick_first());
    setProblem(null);
    mutate(
      { csv: csvOf(ready, episode), isPreview: false },
      {
        onSuccess: (imported) =>
          review.removeRows(
            ready.filter((_, at) => imported.rows[at]?.outcome !== 'refused').map(({ row }) => row.id),
          ),
      },
    );
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="type-sub text-ink-2">{m.admin_paste_text()}</p>
      <LinkButton
        size="small"
        look="secondary"
        className="justify-self-start"
        to={paths.admin}
        params={{ section: 'provided' }}
      >
        {m.admin_to_provided()}
      </LinkButton>
      <Field label={m.admin_paste_episode()}>
        <NativeSelect
          value={episodeId}
          onChange={(event) => {
            setEpisodeId(event.target.value);
            setProblem(null);
          }}
          options={[
            { value: '', label: m.admin_paste_episode_choose() },
            ...[...episodeNames(sources ?? [])].map(([id, name]) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <PasteField review={review} onFind={reset} />
      {rows.length > 0 && (
        <ul role="list" aria-label={m.admin_paste_rows()} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {reviewed.map((each) => (
            <li key={each.row.id}>
              <ReviewRowCard reviewed={each} onChange={(changes) => review.changeRow(each.row.id, changes)} />
            </li>
          ))}
        </ul>
      )}
      <UnreadLines
        lines={review.draft.unread}
        conversationCount={review.draft.conversationCount}
        isFolded={rows.length > 0 && review.draft.unread.length > 3}
        onFound={review.addFound}
        onClear={review.clearUnread}
      />
      <Alert>{problem ?? (error && messageOf(error))}</Alert>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button isBusy={isPending} onClick={provide}>
            {m.admin_paste_provide({ count: numberOf(ready.length) })}
          </Button>
          <button type="button" className="link min-h-11" onClick={review.clear}>
            {m.transfer_clear()}
          </button>
        </div>
      )}
      <p role="status" className="sr-only">
        {data && m.admin_csv_done()}
      </p>
      {data && <ImportOutcome {...data} isDone />}
    </div>
  );
}

type Episode = { source: ProvidedSource; name: string };

const episodeOf = (sources: readonly ProvidedSource[], id: string): Episode | undefined =>
  sources
    .flatMap((source) => source.episodes.map((episode) => ({ source, ...episode })))
    .find((episode) => episode.id === id);

/**
 * Returns a CSV file with the places and their episode. The file has no columns for memo, tags and category, so the
 * import leaves these fields unchanged.
 */
function csvOf(rows: readonly ReviewedRow[], { source, name }: Episode): string {
  const header = ['place_id', 'name', 'address', 'phone', 'source', 'source_kind', 'episode'];
  return stringify([
    header,
    ...rows.map(({ row: { place }, target }) => {
      const shared = [source.title, source.kind, name];
      return target?.from === 'maps'
        ? [target.suggestion.placeId, target.suggestion.name, target.suggestion.address, '', ...shared]
        : ['', place.name, place.address, place.phoneNumber, ...shared];
    }),
  ]);
}
