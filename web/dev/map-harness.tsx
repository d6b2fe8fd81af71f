/**
 * A page with only the map, for development and measurements. It is not part of the build. Run `npm run dev` and open
 * /dev/map.html?pins=500&lat=37.5665&lng=126.978&zoom=13.
 * More parameters: spread=0.16 (degrees), selected=0, hovered=1, locate=1, me=1, accuracy=20, area=3000, theme=dark
 * (default: the system's), sheet=440, style=URL, mode=pick.
 */
import '#web/styles/app.css';
import { StrictMode, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Coordinates, DEFAULT_CENTRE } from '#common/geo.ts';
import { chooseTheme, watchTheme } from '#web/browser/appearance.ts';
import type { MapHandle, MapPin, PinKind, MapService } from '#web/map/map.ts';
import { LocateButton, ZoomButtons } from '#web/map/MapControls.tsx';
import { MapLegend } from '#web/map/MapLegend.tsx';
import { PointPicker } from '#web/map/PointPicker.tsx';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { SearchHereButton } from '#web/map/SearchHereButton.tsx';
import { useMyPosition } from '#web/map/useMyPosition.ts';

const parameters = new URLSearchParams(location.search);
const number = (name: string, otherwise: number) => Number(parameters.get(name) ?? otherwise);
const CATEGORIES = [
  'korean',
  'grill',
  'seafood',
  'noodles',
  'soup',
  'bunsik',
  'japanese',
  'cafe',
  'bakery',
  'bar',
  'other',
];
const KINDS: PinKind[] = ['todo', 'todo', 'done', 'prov'];

const theme = parameters.get('theme');
chooseTheme(theme === 'dark' || theme === 'light' ? theme : 'system');
watchTheme();

const centre: Coordinates = {
  lat: number('lat', DEFAULT_CENTRE.lat),
  lng: number('lng', DEFAULT_CENTRE.lng),
};

/** Creates pins, more of them towards the centre. The result is the same in every run. */
function somePins(count: number): MapPin[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const reach = number('spread', count > 100 ? 0.16 : 0.012);
  return Array.from({ length: count }, (_, index) => {
    const away = reach * random() ** 1.4;
    const angle = 2 * Math.PI * random();
    return {
      id: `place-${index}`,
      name:
        ['노을목 칼국수', '무쇠골 돼지국밥', '파란문 분식', '이층양과점', '청어와 밤', '서리냉면옥'][
          index % 6
        ] ?? '',
      coordinates: {
        lat: DEFAULT_CENTRE.lat + away * Math.cos(angle),
        lng: DEFAULT_CENTRE.lng + 1.25 * away * Math.sin(angle),
      },
      kind: KINDS[Math.floor(random() * KINDS.length)] ?? 'todo',
      categoryId: CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? null,
    };
  });
}

const SERVICE: MapService = { kind: 'maplibre', onlineStyleUrl: parameters.get('style') };

function Harness() {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(() => somePins(number('pins', 12)), []);
  const [selectedId, setSelectedId] = useState<string | null>(
    parameters.has('selected') ? `place-${parameters.get('selected')}` : null,
  );
  const me = useMyPosition({ asksAtOnce: parameters.has('locate') });
  const position = parameters.has('me')
    ? { coordinates: DEFAULT_CENTRE, accuracyMetres: number('accuracy', 20) }
    : me.position;
  const sheet = number('sheet', 0);
  const zoom = number('zoom', 14);

  if (parameters.get('mode') === 'pick') {
    return (
      <PointPicker
        ref={map}
        service={SERVICE}
        centre={centre}
        onPick={(point) => Object.assign(document.body.dataset, { picked: `${point.lat},${point.lng}` })}
      />
    );
  }
  return (
    <RestaurantMap
      ref={(handle) => {
        map.current = handle;
        Object.assign(window, { map: handle });
      }}
      service={SERVICE}
      pins={pins}
      selectedId={selectedId}
      hoveredId={parameters.has('hovered') ? `place-${parameters.get('hovered')}` : null}
      onSelect={setSelectedId}
      centre={centre}
      zoom={zoom}
      padding={{ bottom: sheet }}
      myPosition={position}
      area={parameters.has('area') ? { centre: DEFAULT_CENTRE, radiusMetres: number('area', 3_000) } : null}
      onMoveEnd={(viewport, isByPerson) => Object.assign(window, { lastMove: { viewport, isByPerson } })}
      onFailed={(error) => Object.assign(document.body.dataset, { failed: error.message })}
    >
      <div className="absolute right-6 grid gap-2" style={{ bottom: sheet + 24 }}>
        <ZoomButtons onZoomIn={() => map.current?.zoomIn()} onZoomOut={() => map.current?.zoomOut()} />
        <LocateButton state={me.state} onLocate={me.ask} />
      </div>
      <div className="absolute top-4 left-1/2 -translate-x-1/2">
        <SearchHereButton onPress={() => {}} />
      </div>
      <MapLegend className="absolute bottom-8 left-6 max-lg:hidden" />
    </RestaurantMap>
  );
}

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <main className="fixed inset-0">
      <Harness />
    </main>
  </StrictMode>,
);
