import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { v7 } from 'uuid';
import { CALENDAR, writtenDay } from '#common/dates.ts';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { PlaceSearch } from '#features/places/web/places.public.ts';
import {
  myListQuery,
  recordVisit,
  restaurantErrorMessage,
  useAddRestaurant,
  useLimitDialog,
} from '#features/restaurants/web/restaurants.public.ts';
import type { Receipt } from '#features/transfer/pictures/receipt.rules.ts';
import { picturedOf, receiptPlaces } from '#features/transfer/pictures/receipt-places.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { Option } from '../Option.tsx';
import { picturedPlacesQuery } from '../pictures/pictures.queries.ts';
import { closeRecognition } from '../pictures/recognition.ts';
import { ReceiptPhoto } from './ReceiptPhoto.tsx';
import { receiptQuery } from './receipts.queries.ts';

type Place = Pick<PlaceSuggestion, 'placeId' | 'name' | 'address'>;

/** The receipt of a visit: the member chooses the place that it names, and records the visit with its values. */
export function ReceiptFlow({ file, onLeave }: { file: File; onLeave: () => void }) {
  const [picture] = useState(() => ({ id: v7(), file }));
  const [chosen, setChosen] = useState<Place | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { data: receipt } = useQuery({ ...receiptQuery(picture), enabled: false });
  const record = useRecord(receipt);
  useEffect(() => closeRecognition, []);
  const proceed = () => {
    setMissing(chosen === null);
    if (chosen) record.record(chosen);
  };
  return (
    <section className="mx-auto grid w-full max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4 lg:pt-4">
      <div className="grid gap-1">
        <h2 className="type-h1">{m.transfer_receipt_title()}</h2>
        <p className="type-sub text-ink-2">{m.transfer_receipt_private()}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 shadow-1 md:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          <ReceiptPhoto picture={picture} />
          <Button look="soft" size="small" className="justify-self-start" onClick={onLeave}>
            {m.transfer_receipt_leave()}
          </Button>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          {receipt && <ReceiptValues receipt={receipt} />}
          <PlaceChoice receipt={receipt} chosen={chosen} isOwned={record.isOwned} onChoose={setChosen} />
          <PlaceSearch
            inputRef={searchField}
            near={null}
            isOwned={record.isOwned}
            onChoose={({ suggestion }) => setChosen(suggestion)}
            onEnterByHand={record.writeByHand}
            byHandLabel={m.transfer_receipt_by_hand()}
          />
        </div>
      </div>
      <Alert>{isMissing && !chosen && m.transfer_picture_choose_first()}</Alert>
      <StickyActions>
        <div className="grid gap-2">
          <Button className="w-full" isBusy={record.isAdding} onClick={proceed}>
            {chosen && !record.isOwned(chosen.placeId)
              ? m.transfer_receipt_add_and_record()
              : m.journal_record()}
          </Button>
          <Button look="secondary" className="w-full" onClick={() => record.writeByHand('')}>
            {m.transfer_receipt_by_hand()}
          </Button>
        </div>
      </StickyActions>
      {record.limitDialog}
    </section>
  );
}

/** Opens the sheet of 기록하기 with the values of the receipt. A place that is not in my list is added first. */
function useRecord(receipt: Receipt | undefined) {
  const navigate = useNavigate();
  const { data: list } = useQuery(myListQuery);
  const owned = new Set(list?.restaurants.map(({ id }) => id));
  const { limitDialog, showLimit } = useLimitDialog();
  const open = async (restaurantId: string) => {
    await navigate({ to: paths.restaurant, params: { restaurantId } });
    recordVisit({
      restaurantId,
      visitDate: receipt?.day ?? null,
      visitTime: receipt?.time ?? null,
      amountWon: receipt?.total ?? null,
    });
  };
  const add = useAddRestaurant({
    onAdded: (restaurant) => {
      if (restaurant) void open(restaurant.id);
    },
    onRejected: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
    },
  });
  return {
    isOwned: (placeId: string) => owned.has(placeId),
    isAdding: add.isPending,
    limitDialog,
    record: ({ placeId }: Place) => {
      if (owned.has(placeId)) void open(placeId);
      else add.mutate({ place: { from: 'maps', placeId } });
    },
    /** Writes an entry of a place that has only a name. */
    writeByHand: (typed: string) =>
      void navigate({
        to: paths.writeJournalEntry,
        search: receipt?.day ? { day: writtenDay(receipt.day) } : {},
        state: {
          restaurantName: typed || (receipt?.name ?? ''),
          visitTime: receipt?.time ?? null,
          amountWon: receipt?.total ?? null,
        },
      }),
  };
}

function ReceiptValues({ receipt: { name, day, time, total, isCancelled } }: { receipt: Receipt }) {
  const when = [day === null ? null : dateOf(day, { zone: CALENDAR, as: 'weekdayDate' }), time];
  return (
    <div role="status" className="grid gap-2">
      {name === null && day === null && total === null ? (
        <p className="type-sub">{m.transfer_receipt_nothing()}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Value label={m.transfer_receipt_name()} text={name ?? ''} />
          <Value label={m.transfer_receipt_when()} text={when.filter(Boolean).join(' ')} />
          <Value
            label={m.journal_field_amount()}
            text={total === null ? '' : m.journal_won({ won: numberOf(total) })}
          />
        </dl>
      )}
      {isCancelled && <p className="type-sub">{m.transfer_receipt_cancelled()}</p>}
    </div>
  );
}

const Value = ({ label, text }: { label: string; text: string }) => (
  <>
    <dt className="type-sub text-ink-2">{label}</dt>
    <dd className="type-sub numbers font-bold">
      {text || <span className="font-normal text-ink-2">{m.transfer_receipt_unread()}</span>}
    </dd>
  </>
);

/** The places that the receipt may name: those of my list first. The member chooses; nothing is chosen automatically. */
function PlaceChoice({
  receipt,
  chosen,
  isOwned,
  onChoose,
}: {
  receipt: Receipt | undefined;
  chosen: Place | null;
  isOwned: (placeId: string) => boolean;
  onChoose: (place: Place) => void;
}) {
  const group = useId();
  const pictured = picturedOf(receipt);
  const { data: list } = useQuery(myListQuery);
  const isNamed = pictured.names.length > 0 || pictured.address !== '';
  const searched = useQuery({ ...picturedPlacesQuery(pictured), enabled: isNamed });
  const likely = receiptPlaces({ pictured, saved: list?.restaurants ?? [], found: searched.data ?? [] });
  const shown = [
    ...new Map([...likely, ...(chosen ? [chosen] : [])].map((place) => [place.placeId, place])).values(),
  ];
  const isDone = receipt !== undefined && !searched.isFetching;
  return (
    <>
      <p role="status" className="type-sub text-ink-2 empty:absolute">
        {searched.isFetching && m.transfer_picture_searching()}
        {isDone && shown.length === 0 && m.transfer_receipt_none()}
      </p>
      <Alert>{searched.error && !searched.isFetching && messageOf(searched.error)}</Alert>
      {shown.length > 0 && (
        <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <legend className="type-h3 mb-2">{m.transfer_receipt_which()}</legend>
          {shown.map((place) => (
            <Option
              key={place.placeId}
              group={group}
              isChosen={chosen?.placeId === place.placeId}
              onChoose={() => onChoose(place)}
              name={
                <>
                  {place.name}
                  {isOwned(place.placeId) && <Pill kind="plain">{m.transfer_already()}</Pill>}
                </>
              }
              text={shortAddress(place.address)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
