import type { Page } from '@playwright/test';

type Drawn = Record<string, string | number | undefined>;

type MapLibre = {
  loaded: () => boolean;
  isMoving: () => boolean;
  getSource: (name: string) => unknown;
  getZoom: () => number;
  project: (at: unknown) => { x: number; y: number };
  queryRenderedFeatures: (options: { layers: string[] }) => {
    properties: Drawn;
    geometry: { coordinates: unknown };
  }[];
};

/** What a canvas shows is asked of the map that draws it; the map hangs on its own element. */
declare global {
  interface HTMLElement {
    maplibre?: MapLibre;
  }
}

/** Waits until the map is drawn and at rest. */
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

/** Properties of what some layers show now. */
export function drawn(page: Page, ...layers: string[]): Promise<Drawn[]> {
  return page.evaluate((names) => {
    const map = document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre;
    return map?.queryRenderedFeatures({ layers: names }).map(({ properties }) => properties) ?? [];
  }, layers);
}

/** How many places the pins and the clusters on screen stand for. */
export async function placesDrawn(page: Page): Promise<number> {
  const pins = await drawn(page, 'pins');
  const clusters = await drawn(page, 'clusters');
  // A picture that lies across two tiles is told twice.
  const ids = new Set(pins.map(({ id }) => id));
  const counts = new Map(clusters.map((each) => [each.cluster_id, Number(each.point_count)]));
  return ids.size + [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Where on the page the first thing of a layer stands, in CSS pixels. */
export function placeOnScreen(page: Page, layer: string): Promise<{ x: number; y: number }> {
  return page.evaluate((name) => {
    const box = document.querySelector<HTMLElement>('.maplibregl-map');
    const [first] = box?.maplibre?.queryRenderedFeatures({ layers: [name] }) ?? [];
    if (!box?.maplibre || !first) throw new Error(`Nothing of ${name} is on screen.`);
    const { left, top } = box.getBoundingClientRect();
    const { x, y } = box.maplibre.project(first.geometry.coordinates);
    return { x: left + x, y: top + y };
  }, layer);
}

export function hasSource(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (source) => Boolean(document.querySelector<HTMLElement>('.maplibregl-map')?.maplibre?.getSource(source)),
    name,
  );
}
