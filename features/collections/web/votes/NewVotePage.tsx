import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#messages';
import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { Collection } from '#features/collections/collections.contract.ts';
import {
  NewVote,
  VOTE_DATES_MAXIMUM,
  VOTE_PLACES_MAXIMUM,
  VOTE_PLACES_MINIMUM,
} from '#features/collections/votes.contract.ts';
import { neighbourhoodFirst } from '#features/places/short-address.rules.ts';
import { closureText, myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { contractResolver, errorCodesOf, showServerErrors } from '#web/forms.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { CollectionUnavailable } from '../CollectionUnavailable.tsx';
import { wantedByAll } from '../collection-view.rules.ts';
import { collectionQuery } from '../collections.documents.ts';
import { useCreateVote } from './votes.queries.ts';

export function NewVotePage() {
  const { collectionId } = useParams({ from: '/members/app/collections/$collectionId/vote' });
  const { data, error, refetch } = useQuery(collectionQuery(collectionId));
  return (
    <Page title={m.votes_new()} backTo={paths.collections} className="max-w-[640px]">
      {data ? (
        <VoteForm collection={data} />
      ) : error ? (
        <CollectionUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonTickets />
      )}
    </Page>
  );
}

function VoteForm({ collection }: { collection: Collection }) {
  const navigate = useNavigate();
  const create = useCreateVote(collection.id);
  const [today] = useState(() => writtenDay(dayIn(KOREA, Date.now())));
  // Places that were entered by hand are left out, because only one member can see them.
  const places = collection.places.filter(({ isManual }) => !isManual);
  const form = useForm({
    resolver: contractResolver(NewVote),
    defaultValues: {
      title: '',
      meetsOn: '',
      meetsAt: null,
      otherDates: [],
      showsPhotos: false,
      restaurantIds: firstChoice({ places, wanted: wantedByAll(collection) }),
    } as z.input<typeof NewVote>,
  });
  const { errors, isDirty } = form.formState;
  if (places.length < VOTE_PLACES_MINIMUM)
    return <EmptyState title={m.votes_new()} text={m.votes_too_few_public()} />;
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onError: (problem) => void showServerErrors({ problem, form }),
      onSuccess: ({ id }) => {
        form.reset(values);
        void navigate({ to: paths.vote, params: { voteId: id }, replace: true });
      },
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2">
      <UnsavedChangesGuard isUnsaved={() => isDirty && !create.isPending && !create.isSuccess} />
      <p className="type-sub text-ink-2">{m.votes_none()}</p>
      <Field label={m.votes_field_title()} error={errorCodesOf(errors.title)}>
        <TextInput
          {...form.register('title')}
          autoComplete="off"
          placeholder={m.votes_field_title_example()}
        />
      </Field>
      <DateFields form={form} today={today} />
      <Controller
        control={form.control}
        name="restaurantIds"
        render={({ field: { value, onChange } }) => (
          <FieldGroup
            legend={m.votes_field_places({ maximum: VOTE_PLACES_MAXIMUM })}
            error={errorCodesOf(errors.restaurantIds)}
          >
            <ul role="list" className="rounded-card bg-surface px-4 shadow-1">
              {places.map((place) => (
                <li key={place.id} className="border-line not-last:border-b">
                  <Checkbox
                    className="py-1"
                    checked={value.includes(place.id)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...value, place.id] : value.filter((id) => id !== place.id))
                    }
                    label={
                      <>
                        <span className="block font-semibold">{place.name}</span>
                        <span className="type-caption block text-ink-2">{neighbourhoodFirst(place)}</span>
                        {closureText(place) && (
                          <span className="type-caption block font-semibold text-danger">
                            {closureText(place)}
                          </span>
                        )}
                      </>
                    }
                  />
                </li>
              ))}
            </ul>
          </FieldGroup>
        )}
      />
      <ShowPhotos form={form} />
      <p className="type-caption text-ink-2">{m.votes_ends_by_itself()}</p>
      <StickyActions>
        <Button type="submit" isBusy={create.isPending} className="w-full lg:w-auto lg:min-w-48">
          {m.votes_create()}
        </Button>
      </StickyActions>
    </form>
  );
}

/** Asks whether to show the creator's photos. It is off at first, because pictures can show people. */
function ShowPhotos({ form: { register, watch } }: { form: VoteForm }) {
  const { data: list } = useQuery(myListQuery);
  const chosen = new Set(watch('restaurantIds'));
  const hasPhotos = list?.restaurants.some(
    ({ id, userPhotoFilenames }) => chosen.has(id) && userPhotoFilenames.length > 0,
  );
  if (!hasPhotos) return null;
  return (
    <Checkbox
      {...register('showsPhotos')}
      label={
        <>
          <span className="block font-semibold">{m.votes_shows_photos()}</span>
          <span className="type-caption block text-ink-2">{m.votes_shows_photos_hint()}</span>
        </>
      }
    />
  );
}

type VoteForm = UseFormReturn<z.input<typeof NewVote>, unknown, NewVote>;

/** The dates of the vote. At first there is one. */
function DateFields({ form, today }: { form: VoteForm; today: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'otherDates' });
  const isFull = fields.length + 1 === VOTE_DATES_MAXIMUM;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DateField form={form} today={today} />
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-1">
          <DateField form={form} today={today} at={at} />
          <IconButton
            label={m.votes_date_remove({ nth: numberOf(at + 2) })}
            className="mt-7 flex-none"
            onClick={() => remove(at)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {!isFull && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button look="soft" size="small" onClick={() => append({ meetsOn: '', meetsAt: null })}>
            <Plus aria-hidden="true" />
            {m.votes_date_add()}
          </Button>
          {fields.length === 0 && (
            <p className="type-caption text-ink-2">
              {m.votes_date_add_hint({ maximum: numberOf(VOTE_DATES_MAXIMUM) })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** @param given.at the position among the other dates; undefined for the first date */
function DateField({
  form: { register, formState },
  today,
  at,
}: {
  form: VoteForm;
  today: string;
  at?: number;
}) {
  const errors = at === undefined ? formState.errors : formState.errors.otherDates?.[at];
  const nth = at === undefined ? null : numberOf(at + 2);
  return (
    <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-3">
      <Field
        label={nth === null ? m.votes_field_date() : m.votes_field_date_nth({ nth })}
        error={errorCodesOf(errors?.meetsOn)}
      >
        <TextInput
          {...register(at === undefined ? 'meetsOn' : `otherDates.${at}.meetsOn`)}
          type="date"
          min={today}
        />
      </Field>
      <Field
        label={nth === null ? m.votes_field_time() : m.votes_field_time_nth({ nth })}
        aside={m.votes_optional()}
        error={errorCodesOf(errors?.meetsAt)}
      >
        <TextInput
          {...register(at === undefined ? 'meetsAt' : `otherDates.${at}.meetsAt`, {
            setValueAs: (value: string | null) => value || null,
          })}
          type="time"
        />
      </Field>
    </div>
  );
}

/** Returns the places that are ticked at first: those that everyone wants to visit, or all places of a short collection. */
function firstChoice({ places, wanted }: { places: Collection['places']; wanted: ReadonlySet<string> }) {
  const open = places.filter((place) => closureText(place) === null);
  const chosen = open.filter(({ id }) => wanted.has(id));
  if (VOTE_PLACES_MINIMUM <= chosen.length) return idsOf(chosen.slice(0, VOTE_PLACES_MAXIMUM));
  return open.length <= VOTE_PLACES_MAXIMUM ? idsOf(open) : idsOf(chosen);
}

const idsOf = (places: Collection['places']): string[] => places.map(({ id }) => id);
