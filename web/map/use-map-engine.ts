import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { currentLanguage } from '#web/browser/appearance.ts';
import { endFirstMap } from '#web/browser/first-map.ts';
import { whenIdle } from '#web/browser/when-idle.ts';
import { loadEngine } from './load-engine.ts';
import type { Bounds, CreateMapEngine, MapEngine, MapEngineOptions, MapService, Padding } from './map.ts';

/** The view that a new engine shows. */
export type MapStart = { centre: Coordinates; zoom: number; bounds?: Bounds };

type Look = Pick<MapEngineOptions, 'theme' | 'isInteractive' | 'label'> & { padding: Padding };
type Handlers = Pick<MapEngineOptions, 'onFailed' | 'onMoveStart' | 'onMove' | 'onMoveEnd'> & {
  onSelect: (id: string | null) => void;
};

/**
 * Creates the engine of the map when the browser is idle, and removes it with the component. Attach `box` to the element
 * that contains the map.
 * @param service null if no map can be shown now
 * @param startAt the initial view; afterwards the last view of the engine
 */
export function useMapEngine({
  service,
  startAt,
  look,
  handlers,
}: {
  service: MapService | null;
  startAt: RefObject<MapStart>;
  look: Look;
  handlers: Handlers;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const current = useEffectEvent(() => handlers);

  const fail = useEffectEvent((error: Error) => {
    endFirstMap();
    current().onFailed(error);
  });
  const create = useEffectEvent((createMapEngine: CreateMapEngine, container: HTMLElement) => {
    const { centre, zoom, bounds } = startAt.current;
    const { padding, ...shown } = look;
    const created = createMapEngine({
      ...shown,
      container,
      centre,
      zoom,
      language: currentLanguage(),
      onReady: () => {
        endFirstMap();
        current().onMove(created.viewport());
      },
      onFailed: (error) => fail(error),
      onMoveStart: () => current().onMoveStart(),
      onMove: (viewport) => current().onMove(viewport),
      onMoveEnd: (viewport, isByPerson) => current().onMoveEnd(viewport, isByPerson),
      onPinPress: (id) => current().onSelect(id),
      onMapPress: () => current().onSelect(null),
    });
    created.setPadding(padding);
    if (bounds) created.fitBounds(bounds);
    return created;
  });

  useEffect(() => {
    const container = box.current;
    if (!container || !service) return;
    let created: MapEngine | null = null;
    let isUnmounted = false;
    const cancel = whenIdle(() => {
      loadEngine(service)
        .then((createMapEngine) => {
          if (isUnmounted) return;
          created = create(createMapEngine, container);
          setEngine(created);
        })
        .catch((error) => {
          if (!isUnmounted) fail(error);
        });
    });
    return () => {
      isUnmounted = true;
      endFirstMap();
      cancel();
      if (created) startAt.current = { centre: created.viewport().centre, zoom: created.viewport().zoom };
      created?.remove();
      setEngine(null);
    };
  }, [service, startAt]);

  return { box, engine };
}
