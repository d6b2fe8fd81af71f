import { Check, Clock, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentAddress } from '#common/regions.ts';
import { m } from '#messages';
import {
  closureText,
  MAP_APP_NAMES,
  MAP_APPS,
  mapAppLink,
  openingText,
  rememberMapApp,
} from '#features/restaurants/web/restaurants.public.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { Button, ExternalLinkButton } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import type { Taking } from './use-taking.tsx';

/** A place of a shared list: its hours, phone number and address, the map apps, and the button that takes it over. */
export function SharedPlaceSheet({
  place,
  taking,
  isOpen,
  onClose,
}: {
  place: SharedPlace;
  /** null if the reader cannot take over places, for example the owner of the list. */
  taking: Taking | null;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { id, name, address, phoneNumber } = place;
  const opening = openingText(place, useMinute());
  const closure = closureText({ businessStatus: place.businessStatus, closedOn: null });
  const isMine = taking?.ownIds.has(id) ?? false;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={name}>
      <ul className="mt-3 grid gap-3">
        {closure && (
          <li>
            <Pill kind="danger">{closure}</Pill>
          </li>
        )}
        {opening && (
          <Line icon={<Clock aria-hidden="true" />}>
            <b className={opening.isOpen ? 'text-done-text' : undefined}>{opening.text}</b>
          </Line>
        )}
        {phoneNumber && (
          <Line icon={<Phone aria-hidden="true" />}>
            <a className="link numbers" href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}>
              <NoWrap text={phoneNumber} />
            </a>
          </Line>
        )}
        {address !== '' && (
          <Line icon={<MapPin aria-hidden="true" />}>
            <NoWrap text={currentAddress(address)} />
          </Line>
        )}
      </ul>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
        {MAP_APPS.map((app) => (
          <ExternalLinkButton
            key={app}
            href={mapAppLink(app, { ...place, isManual: false })}
            look="secondary"
            size="small"
            className="px-2!"
            onClick={() => rememberMapApp(app)}
          >
            {MAP_APP_NAMES[app]()}
          </ExternalLinkButton>
        ))}
      </div>
      {taking && (
        <Button
          className="mt-3 w-full"
          disabled={isMine}
          onClick={() => {
            onClose();
            taking.take([id]);
          }}
        >
          {isMine && <Check aria-hidden="true" />}
          {isMine ? m.sharing_mine_already() : m.restaurants_add_this()}
        </Button>
      )}
    </Dialog>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-ink-3">
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  );
}
