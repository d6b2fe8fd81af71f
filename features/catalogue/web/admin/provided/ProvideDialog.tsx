import { X } from 'lucide-react';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import {
  type AdminRestaurant,
  NewProvided,
  ProvidedChanges,
} from '#features/catalogue/provided-admin.contract.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { changedFields } from '#web/form/changed-fields.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { showProblem } from '#web/admin/admin-actions.ts';
import { useAddProvided, useUpdateProvided } from './provided-admin.queries.ts';
import { ProvidedDetailsFields } from './ProvidedDetailsFields.tsx';

/** The place that the dialog provides. `of` is null if the admin chooses the place in the dialog. */
export type Provision = { of: AdminRestaurant | null };

/** The search field of the places feature, which uses the catalogue itself. */
export type PlaceSearchComponent = ComponentType<{
  inputRef: RefObject<HTMLInputElement | null>;
  near: null;
  isOwned: (placeId: string) => boolean;
  onChoose: (choice: { suggestion: PlaceSuggestion; sessionToken: string }) => void;
  onEnterByHand: (typed: string) => void;
  errorText: string | undefined;
}>;

export function ProvideDialog({
  provision,
  onClose,
  PlaceSearch,
}: {
  provision: Provision | null;
  onClose: () => void;
  PlaceSearch: PlaceSearchComponent;
}) {
  const restaurant = provision?.of ?? null;
  const isChange = restaurant !== null && restaurant.providedAt !== null;
  return (
    <Dialog
      isOpen={provision !== null}
      onClose={onClose}
      title={isChange ? m.admin_edit_of({ name: restaurant.name }) : m.admin_provide()}
    >
      {provision &&
        (isChange ? (
          <ChangeForm key={restaurant.id} restaurant={restaurant} onDone={onClose} />
        ) : (
          <AddForm
            key={restaurant?.id ?? ''}
            restaurant={restaurant}
            onDone={onClose}
            PlaceSearch={PlaceSearch}
          />
        ))}
    </Dialog>
  );
}

function ChangeForm({ restaurant, onDone }: { restaurant: AdminRestaurant; onDone: () => void }) {
  const { id, name, address, coordinates, phoneNumber, provider, memo, tags, episodeIds, categoryId } =
    restaurant;
  const isOwn = provider === 'own';
  const [before] = useState({
    memo,
    tags,
    episodeIds,
    categoryId,
    ...(isOwn && { place: { name, address, coordinates, phoneNumber: phoneNumber ?? '' } }),
  });
  const form = useForm({ resolver: contractResolver(ProvidedChanges), defaultValues: before });
  const { mutate, isPending } = useUpdateProvided();
  const send = form.handleSubmit((after) =>
    mutate(
      // Only the fields that were changed here are sent. Changes that were made in another tab are therefore kept.
      { restaurantId: id, changes: changedFields<ProvidedChanges>({ before, after }) },
      {
        onSuccess: onDone,
        onError: (problem) => showProblem({ problem, form }),
      },
    ),
  );
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void send(event)}>
        {isOwn && <PlaceFields />}
        <ProvidedDetailsFields />
        <Button type="submit" isBusy={isPending}>
          {m.admin_save()}
        </Button>
      </form>
    </FormProvider>
  );
}

function AddForm({
  restaurant,
  onDone,
  PlaceSearch,
}: {
  restaurant: AdminRestaurant | null;
  onDone: () => void;
  PlaceSearch: PlaceSearchComponent;
}) {
  const [found, setFound] = useState<{ name: string; address: string } | null>(restaurant);
  const [isByHand, setByHand] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const form = useForm({
    resolver: contractResolver(NewProvided),
    defaultValues: {
      memo: '',
      tags: [],
      episodeIds: [],
      categoryId: restaurant?.categoryId ?? null,
      ...(restaurant && { place: { from: 'maps' as const, placeId: restaurant.id } }),
    },
  });
  const { mutate, isPending } = useAddProvided();
  const send = form.handleSubmit((body) =>
    mutate(body, { onSuccess: onDone, onError: (problem) => showProblem({ problem, form }) }),
  );
  const choose = ({ suggestion, sessionToken }: { suggestion: PlaceSuggestion; sessionToken: string }) => {
    form.setValue('place', { from: 'maps', placeId: suggestion.placeId, sessionToken });
    form.setValue('categoryId', suggestion.categoryId);
    form.clearErrors('place');
    setFound(suggestion);
  };
  const clearChoice = () => {
    form.resetField('place', { defaultValue: undefined as never });
    setFound(null);
    setByHand(false);
  };
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void send(event)}>
        {found ? (
          <div className="flex items-center gap-3 rounded-ticket bg-sunken py-2 pr-1 pl-4">
            <div className="min-w-0 flex-1">
              <p className="type-body font-bold">{found.name}</p>
              <p className="type-caption text-ink-2">
                <NoWrap text={found.address} />
              </p>
            </div>
            {!restaurant && (
              <IconButton label={m.restaurants_clear_selection({ name: found.name })} onClick={clearChoice}>
                <X aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ) : isByHand ? (
          <>
            <button type="button" className="link min-h-11 justify-self-start" onClick={clearChoice}>
              {m.restaurants_by_hand_back()}
            </button>
            <PlaceFields />
          </>
        ) : (
          <PlaceSearch
            inputRef={search}
            near={null}
            isOwned={() => false}
            onChoose={choose}
            onEnterByHand={(name) => {
              form.setValue('place', { from: 'hand', name, address: '', coordinates: null, phoneNumber: '' });
              form.clearErrors('place');
              setByHand(true);
            }}
            errorText={form.formState.errors.place ? m.restaurants_place_missing() : undefined}
          />
        )}
        <ProvidedDetailsFields />
        <Button type="submit" isBusy={isPending}>
          {m.admin_provide()}
        </Button>
      </form>
    </FormProvider>
  );
}

type WithPlace = { place: { name: string; address: string; phoneNumber: string } };

/** The fields of a manual place. The admin enters them, because no maps service provides them. */
function PlaceFields() {
  const { register, formState } = useFormContext<WithPlace>();
  const errors = formState.errors.place;
  return (
    <>
      <Field label={m.admin_field_name()} error={errorCodesOf(errors?.name)}>
        <TextInput {...register('place.name')} autoComplete="off" maxLength={100} />
      </Field>
      <Field label={m.admin_field_address()} error={errorCodesOf(errors?.address)}>
        <TextInput {...register('place.address')} autoComplete="off" maxLength={200} />
      </Field>
      <Field label={m.admin_field_phone()} error={errorCodesOf(errors?.phoneNumber)}>
        <TextInput {...register('place.phoneNumber')} type="tel" autoComplete="off" maxLength={30} />
      </Field>
    </>
  );
}
