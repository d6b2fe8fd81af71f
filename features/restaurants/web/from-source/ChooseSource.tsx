import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import { SOURCE_MEMO_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import type { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { ChoiceTiles } from '#web/ui/ChoiceTiles.tsx';
import { Field } from '#web/ui/Field.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { memoPlaceholder, sourceOptions } from '../form/source-options.tsx';
import { myListQuery } from '../my-list.query.ts';
import { useSources } from '../sources/use-sources.ts';
import { isSameSource, recentSources, type Source } from './recent-sources.rules.ts';

const RECENT_MAXIMUM = 5;
const PROVIDED_MAXIMUM = 6;
const EPISODES_MAXIMUM = 8;

/** Asks for the programme, magazine or person, and offers sources that were used before. */
export function ChooseSource({ onChoose }: { onChoose: (source: Source) => void }) {
  const [kind, setKind] = useState<SourceKind>('tv');
  const [memo, setMemo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { data: recent = [] } = useQuery({
    ...myListQuery,
    select: ({ restaurants }) => recentSources(restaurants, { maximum: RECENT_MAXIMUM }),
  });
  const { views } = useSources();
  const provided = useMemo(
    () =>
      (views ?? [])
        .map(({ source }): Source => ({
          kind: source.kind === 'magazine' || source.kind === 'guide' ? 'magazine' : 'tv',
          memo: source.title,
        }))
        .filter((source) => !recent.some((used) => isSameSource(used, source)))
        .slice(0, PROVIDED_MAXIMUM),
    [views, recent],
  );
  const episodes = useMemo(() => {
    const chosen = (views ?? []).find(({ source }) => memo.startsWith(source.title));
    return (chosen?.source.episodes ?? [])
      .slice(0, EPISODES_MAXIMUM)
      .map(({ name }) => ({ name, memo: `${chosen?.source.title} ${name}` }));
  }, [views, memo]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = memo.trim();
    if (written !== '') return onChoose({ kind, memo: written });
    setMissing(true);
    field.current?.focus();
  };
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
      <div className="grid gap-1">
        <h2 className="type-h1">{m.from_source_question()}</h2>
        <p className="type-sub text-ink-2">{m.from_source_text()}</p>
      </div>
      {recent.length > 0 && (
        <ChipRow label={m.from_source_recent()}>
          {recent.map((source) => (
            <Chip key={`${source.kind} ${source.memo}`} isSelected={false} onClick={() => onChoose(source)}>
              <span className="max-w-[60vw] truncate">{source.memo}</span>
            </Chip>
          ))}
        </ChipRow>
      )}
      <ChoiceTiles
        label={m.restaurants_field_source()}
        options={sourceOptions().filter(({ value }) => value !== 'own')}
        value={kind}
        onChange={(chosen) => setKind(chosen ?? kind)}
      />
      <Field label={m.from_source_memo()}>
        <TextInput
          ref={field}
          value={memo}
          maxLength={SOURCE_MEMO_MAXIMUM}
          placeholder={memoPlaceholder(kind)}
          autoComplete="off"
          enterKeyHint="go"
          onChange={(event) => setMemo(event.currentTarget.value)}
        />
      </Field>
      <Alert>{isMissing && memo.trim() === '' && m.from_source_missing()}</Alert>
      {provided.length > 0 && (
        <ChipRow label={m.from_source_provided()}>
          {provided.map((source) => (
            <Chip
              key={source.memo}
              isSelected={memo === source.memo}
              onClick={() => {
                setKind(source.kind);
                // The space at the end lets the member continue with the number of the episode.
                setMemo(`${source.memo} `);
                field.current?.focus();
              }}
            >
              <span className="max-w-[60vw] truncate">{source.memo}</span>
            </Chip>
          ))}
        </ChipRow>
      )}
      {episodes.length > 0 && (
        <ChipRow label={m.from_source_episodes()}>
          {episodes.map((episode) => (
            <Chip
              key={episode.name}
              isSelected={false}
              onClick={() => onChoose({ kind, memo: episode.memo })}
            >
              <span className="max-w-[60vw] truncate">{episode.name}</span>
            </Chip>
          ))}
        </ChipRow>
      )}
      <StickyActions>
        <Button type="submit" className="w-full">
          {m.from_source_start()}
        </Button>
      </StickyActions>
    </form>
  );
}
