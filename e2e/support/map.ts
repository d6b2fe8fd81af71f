import type { Page } from '@playwright/test';

type Drawn = Record<string, string | number | undefined>;

type MapLibre = {
  loaded: () => boolean;
  isMoving: () => boolean;
  getSource: (name: string) => unknown;
  on: (event: 'render', listener: () => void) => void;
  getZoom: () => number;
  getCenter: () => { lat: number; lng: number };
  project: (at: unknown) => { x: number; y: number };
  panBy: (pixels: [number, number], options: { duration: number }) => void;
  queryRenderedFeatures: (options: { layers: string[] }) => {
    properties: Drawn;
    geometry: { coordinates: unknown };
  }[];
};

/**
 * The map object of an element. Stories read from this object what the map shows, because the content of a canvas is
 * not in the DOM.
 */
declare global {
  interface HTMLElement {
    maplibre?: MapLibre;
  }
}

/**
 * Options of stories with a map. Without a graphics card, the time to draw a map depends on its pixels. The stories read
 * the map object and the layout, which do not depend on the resolution.
 */
export const lowResolution = { deviceScaleFactor: 0.5 };

/** Waits until the map is rendered and idle. */
export async function mapAtRest(page: Page): Promise<void> {
  await page.locator('.map-scale').waitFor();
  await page.waitForFunction(
    () => {
      const map = document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre;
      return map?.loaded() && !map.isMoving();
    },
    undefined,
    { polling: 100 },
  );
}

/** Returns the properties of the features that these layers show now. */
export function renderedFeatures(page: Page, ...layers: string[]): Promise<Drawn[]> {
  return page.evaluate((names) => {
    const map = document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre;
    return map?.queryRenderedFeatures({ layers: names }).map(({ properties }) => properties) ?? [];
  }, layers);
}

/** Returns the number of places in the visible pins and clusters. */
export async function placesDrawn(page: Page): Promise<number> {
  const pins = await renderedFeatures(page, 'pins');
  const clusters = await renderedFeatures(page, 'clusters');
  // A feature across two tiles is returned twice. Therefore features are counted by their ids.
  const ids = new Set(pins.map(({ id }) => id));
  const counts = new Map(clusters.map((each) => [each.cluster_id, Number(each.point_count)]));
  return ids.size + [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the positions of a layer's features, in CSS pixels of the page. */
export function placesOnScreen(page: Page, layer: string): Promise<{ x: number; y: number }[]> {
  return page.evaluate((name) => {
    const box = document.querySelector<HTMLElement>('.maplibregl-map');
    const map = box?.maplibre;
    if (!map) return [];
    const { left, top } = box.getBoundingClientRect();
    return map.queryRenderedFeatures({ layers: [name] }).map(({ geometry }) => {
      const { x, y } = map.project(geometry.coordinates);
      return { x: left + x, y: top + y };
    });
  }, layer);
}

export async function placeOnScreen(page: Page, layer: string): Promise<{ x: number; y: number }> {
  const [first] = await placesOnScreen(page, layer);
  if (!first) throw new Error(`No feature of ${layer} is visible.`);
  return first;
}

export function hasSource(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (source) => Boolean(document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre?.getSource(source)),
    name,
  );
}

/** Returns the centre of the map. */
export const centreOf = (page: Page): Promise<{ lat: number; lng: number }> =>
  page.evaluate(() => {
    const { lat = 0, lng = 0 } =
      document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre?.getCenter() ?? {};
    return { lat, lng };
  });

/**
 * Simulates a device that does not know its location yet.
 * @returns a function with which the location becomes known
 */
export async function lateLocation(
  page: Page,
  coords: { latitude: number; longitude: number },
): Promise<() => Promise<void>> {
  await page.context().grantPermissions(['geolocation']);
  await page.addInitScript((at) => {
    Geolocation.prototype.watchPosition = (onPosition) => {
      addEventListener('located', () =>
        onPosition({ coords: { ...at, accuracy: 20 } } as GeolocationPosition),
      );
      return 1;
    };
  }, coords);
  return () => page.evaluate(() => void dispatchEvent(new Event('located')));
}
