import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import {
  VOTE_ANSWERS,
  type Vote,
  type VoteAnswer,
  type Voter,
  VOTER_NAME_MAXIMUM,
} from '#features/collections/votes.contract.ts';
import type { MapApp } from '#features/restaurants/web/restaurants.public.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { MapAppSelect, PlaceWithMap } from './PlaceWithMap.tsx';
import { useAnswerVote } from './votes.queries.ts';

const ANSWER_LABELS: Record<VoteAnswer, () => string> = {
  want: m.votes_answer_want,
  fine: m.votes_answer_fine,
  later: m.votes_answer_later,
};

export function AnswerForm({
  vote: { id, places },
  mine,
  defaultName,
  app,
  onApp,
}: {
  vote: Vote;
  mine: Voter | undefined;
  defaultName: string;
  app: MapApp;
  onApp: (app: MapApp) => void;
}) {
  const answer = useAnswerVote(id);
  const [name, setName] = useState(mine?.name ?? defaultName);
  const [chosen, setChosen] = useState<ReadonlyMap<string, VoteAnswer>>(
    () => new Map(mine?.answers.map((given) => [given.restaurantId, given.answer])),
  );
  const [missing, setMissing] = useState<'name' | 'answers' | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const answers = places.flatMap((place) => {
      const given = chosen.get(place.id);
      return given ? { restaurantId: place.id, answer: given } : [];
    });
    const hasAllAnswers = answers.length === places.length;
    const hasName = name.trim() !== '';
    setMissing(!hasAllAnswers ? 'answers' : hasName ? null : 'name');
    if (hasAllAnswers && hasName) answer.mutate({ name, answers });
    else {
      const unanswered = places.find((place) => !chosen.has(place.id));
      const field = unanswered ? `input[name="answer-${unanswered.id}"]` : 'input[autocomplete]';
      form.querySelector<HTMLElement>(field)?.focus();
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="type-h2">{m.votes_question()}</h2>
        <MapAppSelect app={app} onChange={onApp} />
      </div>
      <ul role="list" className="grid gap-3">
        {places.map((place) => (
          <li key={place.id} className="rounded-card bg-surface p-4 shadow-1">
            <fieldset>
              <legend className="sr-only">{m.votes_answer_group({ name: place.name })}</legend>
              <PlaceWithMap place={place} app={app}>
                <p className="font-semibold">{place.name}</p>
              </PlaceWithMap>
              <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(5.25rem,100%),1fr))] gap-2">
                {VOTE_ANSWERS.map((given) => (
                  <label
                    key={given}
                    className={classes(
                      'type-sub grid min-h-11 place-items-center rounded-field px-1 text-center font-semibold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus',
                      chosen.get(place.id) === given
                        ? 'bg-ink text-bg'
                        : 'inset-ring-[1.5px] inset-ring-line-strong',
                    )}
                  >
                    <input
                      type="radio"
                      className="sr-only scroll-mb-32"
                      name={`answer-${place.id}`}
                      checked={chosen.get(place.id) === given}
                      onChange={() => setChosen(new Map(chosen).set(place.id, given))}
                    />
                    {ANSWER_LABELS[given]()}
                  </label>
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <Field
        label={m.votes_your_name()}
        hint={m.votes_your_name_hint()}
        error={missing === 'name' ? { code: 'votes.name_missing' } : undefined}
      >
        <TextInput
          value={name}
          maxLength={VOTER_NAME_MAXIMUM}
          autoComplete="nickname"
          className="scroll-mb-32"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      {/* The button stays at the bottom of the screen while the form is visible. */}
      <div className="sticky bottom-[var(--keyboard,0px)] z-10 -mx-4 grid gap-2 bg-bg px-4 pt-2 pb-[calc(12px+env(safe-area-inset-bottom))]">
        <Alert>{missing === 'answers' && m.votes_answer_missing()}</Alert>
        <Button type="submit" isBusy={answer.isPending}>
          {mine ? m.votes_change() : m.votes_send()}
        </Button>
      </div>
    </form>
  );
}
