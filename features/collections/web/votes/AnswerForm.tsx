import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import {
  type Vote,
  type VoteAnswer,
  type Voter,
  VOTER_NAME_MAXIMUM,
} from '#features/collections/votes.contract.ts';
import type { MapApp } from '#features/restaurants/web/restaurants.public.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { AnswerChoices } from './AnswerChoices.tsx';
import { MapAppSelect, PlaceWithMap } from './PlaceWithMap.tsx';
import { dateText } from './vote-date.ts';
import { useAnswerVote } from './votes.queries.ts';

const PLACE_ANSWERS: Record<VoteAnswer, () => string> = {
  want: m.votes_answer_want,
  fine: m.votes_answer_fine,
  later: m.votes_answer_later,
};

const DATE_ANSWERS = { yes: m.votes_can_come, no: m.votes_cannot_come };

type Missing = 'name' | 'answers' | null;

export function AnswerForm({
  vote: { id, places, dates },
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
  const [chosenDates, setChosenDates] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(mine?.dates.map(({ dateId, canCome }) => [dateId, canCome])),
  );
  const [missing, setMissing] = useState<Missing>(null);
  const unanswered = [
    ...dates.filter((date) => !chosenDates.has(date.id)),
    ...places.filter((place) => !chosen.has(place.id)),
  ][0];
  const hasName = name.trim() !== '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(unanswered ? 'answers' : hasName ? null : 'name');
    if (unanswered || !hasName) {
      const field = unanswered ? `input[name="answer-${unanswered.id}"]` : 'input[autocomplete]';
      event.currentTarget.querySelector<HTMLElement>(field)?.focus();
      return;
    }
    answer.mutate({
      name,
      answers: places.flatMap((place) => {
        const given = chosen.get(place.id);
        return given ? { restaurantId: place.id, answer: given } : [];
      }),
      dates: dates.map((date) => ({ dateId: date.id, canCome: chosenDates.get(date.id) === true })),
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {dates.length > 0 && (
        <DateAnswers
          dates={dates}
          chosen={chosenDates}
          onChange={(dateId, canCome) => setChosenDates(new Map(chosenDates).set(dateId, canCome))}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="type-h2">{m.votes_question()}</h2>
        <MapAppSelect app={app} onChange={onApp} />
      </div>
      <ul role="list" className="grid gap-3">
        {places.map((place) => (
          <li key={place.id} className="rounded-card bg-surface p-4 shadow-1">
            <fieldset>
              <legend className="sr-only">{m.votes_answer_group({ name: place.name })}</legend>
              <PlaceWithMap place={place} voteId={id} app={app}>
                <p className="font-semibold">{place.name}</p>
              </PlaceWithMap>
              <AnswerChoices
                name={`answer-${place.id}`}
                labels={PLACE_ANSWERS}
                value={chosen.get(place.id)}
                onChange={(given) => setChosen(new Map(chosen).set(place.id, given))}
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <Field
        label={m.votes_your_name()}
        hint={m.votes_your_name_hint()}
        error={missing === 'name' && !hasName ? { code: 'votes.name_missing' } : undefined}
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
        <Alert>{missing === 'answers' && unanswered && m.votes_answer_missing()}</Alert>
        <Button type="submit" isBusy={answer.isPending}>
          {mine ? m.votes_change() : m.votes_send()}
        </Button>
      </div>
    </form>
  );
}

function DateAnswers({
  dates,
  chosen,
  onChange,
}: {
  dates: Vote['dates'];
  chosen: ReadonlyMap<string, boolean>;
  onChange: (dateId: string, canCome: boolean) => void;
}) {
  return (
    <>
      <h2 className="type-h2">{m.votes_date_question()}</h2>
      <ul role="list" className="grid gap-3">
        {dates.map((date) => {
          const canCome = chosen.get(date.id);
          return (
            <li key={date.id} className="rounded-card bg-surface p-4 shadow-1">
              <fieldset>
                <legend className="sr-only">{m.votes_date_group({ date: dateText(date) })}</legend>
                <p className="numbers font-semibold">{dateText(date)}</p>
                <AnswerChoices
                  name={`answer-${date.id}`}
                  labels={DATE_ANSWERS}
                  value={canCome === undefined ? undefined : canCome ? 'yes' : 'no'}
                  onChange={(given) => onChange(date.id, given === 'yes')}
                />
              </fieldset>
            </li>
          );
        })}
      </ul>
    </>
  );
}
