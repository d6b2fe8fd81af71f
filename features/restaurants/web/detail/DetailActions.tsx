import { Navigation, NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { Button, ExternalLinkButton } from '#web/ui/Button.tsx';
import { MainActions } from '#web/ui/StickyActions.tsx';
import { lastMapApp, MAP_APP_NAMES, rememberMapApp, routeLink } from '../map-apps.ts';
import { visitToRecord } from '../visit-to-record.ts';
import { AddThisPlace } from './AddThisPlace.tsx';

/**
 * The main actions of the page: the route in the map app that was used last, and the next step with the place. A
 * provided place is taken over where the page shows it as provided.
 */
export function DetailActions({
  place,
  mine,
  isProvided,
}: {
  place: RestaurantDetail['place'];
  mine: MyRestaurant | null;
  isProvided: boolean;
}) {
  const [app] = useState(lastMapApp);
  const isVisited = mine?.status === VISITED;
  const isAddable = mine === null && !isProvided;
  return (
    <MainActions>
      {isVisited && (
        <Button onClick={() => visitToRecord.set({ restaurantId: mine.id })}>
          <NotebookPen aria-hidden="true" />
          {m.journal_record()}
        </Button>
      )}
      {isAddable && <AddThisPlace place={place} />}
      <ExternalLinkButton
        href={routeLink(app, { ...place, isManual: mine?.isManual ?? false })}
        look={isVisited || isAddable ? 'secondary' : 'primary'}
        aria-label={m.restaurants_route_label({ app: MAP_APP_NAMES[app]() })}
        onClick={() => rememberMapApp(app)}
      >
        <Navigation aria-hidden="true" />
        {m.restaurants_route()}
      </ExternalLinkButton>
    </MainActions>
  );
}
