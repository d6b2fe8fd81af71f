import { MapPin } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import {
  VOTE_ANSWERS,
  type Vote,
  type VoteAnswer,
  type Voter,
  VOTER_NAME_MAXIMUM,
} from '#features/collections/votes.contract.ts';
import { neighbourhoodFirst } from '#features/places/short-address.rules.ts';
import {
  lastMapApp,
  MAP_APP_NAMES,
  MAP_APPS,
  mapAppLink,
  rememberMapApp,
} from '#features/restaurants/web/restaurants.public.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, ExternalLinkButton } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useAnswerVote } from './votes.queries.ts';

const ANSWER_LABELS: Record<VoteAnswer, () => string> = {
  want: m.votes_answer_want,
  fine: m.votes_answer_fine,
  later: m.votes_answer_later,
};

/** One answer for each place, and a name. Answers given on this device can be changed. */
export function AnswerForm({
  vote: { id, places },
  mine,
  defaultName,
}: {
  vote: Vote;
  mine: Voter | undefined;
  defaultName: string;
}) {
  const answer = useAnswerVote(id);
  const { nameOf } = useCategories();
  const [app, setApp] = useState(lastMapApp);
  const [name, setName] = useState(mine?.name ?? defaultName);
  const [chosen, setChosen] = useState<ReadonlyMap<string, VoteAnswer>>(
    () => new Map(mine?.answers.map((given) => [given.restaurantId, given.answer])),
  );
  const [isIncomplete, setIncomplete] = useState<'name' | 'answers' | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answers = places.flatMap((place) => {
      const given = chosen.get(place.id);
      return given ? { restaurantId: place.id, answer: given } : [];
    });
    const missing = answers.length < places.length ? 'answers' : name.trim() === '' ? 'name' : null;
    setIncomplete(missing);
    if (missing === null) answer.mutate({ name, answers });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="type-h2">{m.votes_question()}</h2>
        <InlineSelect
          label={m.votes_map_app()}
          icon={<MapPin aria-hidden="true" />}
          options={MAP_APPS.map((one) => ({ value: one, label: MAP_APP_NAMES[one]() }))}
          value={app}
          onChange={(chosen) => {
            setApp(chosen);
            rememberMapApp(chosen);
          }}
        />
      </div>
      <ul role="list" className="grid gap-3">
        {places.map((place) => (
          <li key={place.id} className="rounded-card bg-surface p-4 shadow-1">
            <fieldset>
              <legend className="sr-only">{m.votes_answer_group({ name: place.name })}</legend>
              <div className="flex items-start justify-between gap-2">
                <div className="min-w-0">
                  <p className="font-semibold">{place.name}</p>
                  <p className="type-caption text-ink-2">
                    {[nameOf(place.categoryId), neighbourhoodFirst(place)].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <ExternalLinkButton
                  href={mapAppLink(app, { ...place, coordinates: null, isManual: false })}
                  look="bare"
                  size="small"
                  className="-my-1 -mr-2 flex-none"
                  aria-label={m.votes_place_map_label({ name: place.name, app: MAP_APP_NAMES[app]() })}
                >
                  <MapPin aria-hidden="true" />
                  {MAP_APP_NAMES[app]()}
                </ExternalLinkButton>
              </div>
              <div className="mt-3 grid grid-cols-3 gap-2">
                {VOTE_ANSWERS.map((given) => (
                  <label
                    key={given}
                    className={classes(
                      'type-sub grid min-h-11 place-items-center rounded-field px-1 text-center font-semibold focus-within:outline-3 focus-within:outline-ink',
                      chosen.get(place.id) === given
                        ? 'bg-todo-tint text-todo-text inset-ring-2 inset-ring-todo-text'
                        : 'inset-ring-[1.5px] inset-ring-line',
                    )}
                  >
                    <input
                      type="radio"
                      className="sr-only"
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
        error={isIncomplete === 'name' ? { code: 'votes.name_missing' } : undefined}
      >
        <TextInput
          value={name}
          maxLength={VOTER_NAME_MAXIMUM}
          autoComplete="nickname"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Alert>{isIncomplete === 'answers' && m.votes_answer_missing()}</Alert>
      <Button type="submit" isBusy={answer.isPending}>
        {mine ? m.votes_change() : m.votes_send()}
      </Button>
    </form>
  );
}
