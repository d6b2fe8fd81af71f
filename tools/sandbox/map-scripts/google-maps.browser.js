// Replaces the part of google.maps that a map with pins needs, with the names and types of @types/google.maps. Runs in
// the page.
globalThis.standInForGoogleMaps = ({ isRefused, callback, libraries }) => {
  const TILE = 256;
  const { createHandlers, createSheet, listen, putOn, createCircleFace, drawCircle } =
    globalThis.sandboxMapParts;

  class LatLng {
    constructor(at, lng) {
      this.at = typeof at === 'object' ? literal(at) : { lat: at, lng };
    }
    lat() {
      return this.at.lat;
    }
    lng() {
      return this.at.lng;
    }
    toJSON() {
      return { ...this.at };
    }
    equals(other) {
      return other !== null && other.lat() === this.at.lat && other.lng() === this.at.lng;
    }
  }

  class LatLngBounds {
    constructor(sides) {
      this.sides = sides;
    }
    toJSON() {
      return { ...this.sides };
    }
    getNorthEast() {
      return new LatLng({ lat: this.sides.north, lng: this.sides.east });
    }
    getSouthWest() {
      return new LatLng({ lat: this.sides.south, lng: this.sides.west });
    }
  }

  class MVCObject {
    addListener(type, handler) {
      return event.addListener(this, type, handler);
    }
    tell(type, ...given) {
      handlers.trigger(this, type, ...given);
    }
  }

  const handlers = createHandlers();
  const event = {
    addListener(target, type, handler) {
      handlers.add(target, type, handler);
      return { remove: () => handlers.remove(target, type, handler) };
    },
    clearInstanceListeners: handlers.clear,
    trigger: handlers.trigger,
  };

  class GoogleMap extends MVCObject {
    constructor(div, options) {
      super();
      if (!(div instanceof HTMLElement))
        throw new Error('InvalidValueError: Map: Expected mapDiv of type HTMLElement.');
      this.div = div;
      this.options = {};
      this.drawn = new Set();
      this.view = { center: { lat: 0, lng: 0 }, zoom: 0 };
      this.sheet = createSheet(div, {
        className: 'sandbox-google-map',
        text: '테스트용 지도예요. Google 지도가 아니에요.',
      });
      this.sheet.style.zIndex = '0';
      this.setOptions(options);
      this.listen();
      new ResizeObserver(() => this.moved()).observe(div);
      // Lets a test read the map's calls.
      div.sandboxMap = this;
      this.moved();
    }
    setOptions({ center, zoom, ...options }) {
      Object.assign(this.options, options);
      const isDark = this.options.colorScheme === 'DARK';
      Object.assign(this.sheet.style, {
        background: isDark ? '#222b2b' : '#e9efe9',
        color: isDark ? '#dde5dd' : '#333',
      });
      if (center !== undefined || zoom !== undefined) this.moveCamera({ center, zoom });
    }
    getDiv() {
      return this.div;
    }
    getCenter() {
      return new LatLng(this.view.center);
    }
    getZoom() {
      return this.view.zoom;
    }
    getHeading() {
      return 0;
    }
    getTilt() {
      return 0;
    }
    getBounds() {
      const { clientWidth, clientHeight } = this.div;
      const southWest = this.at({ x: 0, y: clientHeight });
      const northEast = this.at({ x: clientWidth, y: 0 });
      return new LatLngBounds({
        south: southWest.lat,
        west: southWest.lng,
        north: northEast.lat,
        east: northEast.lng,
      });
    }
    moveCamera({ center, zoom }) {
      const next = {
        center: center ? literal(center) : this.view.center,
        // Without a vector map, a map id allows only whole zoom levels.
        zoom: zoom === undefined ? this.view.zoom : Math.min(22, Math.max(0, Math.round(zoom))),
      };
      const isSame =
        next.zoom === this.view.zoom &&
        next.center.lat === this.view.center.lat &&
        next.center.lng === this.view.center.lng;
      this.view = next;
      if (!isSame) this.moved();
    }
    setCenter(center) {
      this.moveCamera({ center });
    }
    setZoom(zoom) {
      this.moveCamera({ zoom });
    }
    panTo(center) {
      this.moveCamera({ center });
    }

    /**
     * Reports a change of the view. As in the real library, events are asynchronous: a change is reported at once, and
     * `idle` is reported when the map has stopped.
     */
    moved() {
      clearTimeout(this.resting);
      for (const one of this.drawn) one.place();
      if (!this.isChangeScheduled) {
        this.isChangeScheduled = true;
        requestAnimationFrame(() => {
          this.isChangeScheduled = false;
          for (const type of ['center_changed', 'zoom_changed', 'bounds_changed']) this.tell(type);
        });
      }
      this.resting = setTimeout(() => {
        this.tell('tilesloaded');
        this.tell('idle');
      }, 120);
    }
    pixelOf(at) {
      const [point, middle] = [world(literal(at), this.view.zoom), world(this.view.center, this.view.zoom)];
      return {
        x: point.x - middle.x + this.div.clientWidth / 2,
        y: point.y - middle.y + this.div.clientHeight / 2,
      };
    }
    at({ x, y }) {
      const middle = world(this.view.center, this.view.zoom);
      return globe(
        { x: middle.x + x - this.div.clientWidth / 2, y: middle.y + y - this.div.clientHeight / 2 },
        this.view.zoom,
      );
    }
    listen() {
      const { sheet, div } = this;
      const isStill = () => this.options.gestureHandling === 'none';
      listen(sheet, {
        isDraggable: () => !isStill(),
        dragBy: ({ x, y }) =>
          this.moveCamera({ center: this.at({ x: div.clientWidth / 2 - x, y: div.clientHeight / 2 - y }) }),
        click: (domEvent) => {
          if (isStill()) return;
          const { left, top } = div.getBoundingClientRect();
          const latLng = new LatLng(this.at({ x: domEvent.clientX - left, y: domEvent.clientY - top }));
          this.tell('click', { latLng, domEvent, stop() {} });
        },
        wheel: (direction) => {
          if (!isStill()) this.setZoom(this.view.zoom - direction);
        },
        tell: (type) => this.tell(type),
      });
    }
  }

  /** The element is on the map while its `map` is set. */
  class AdvancedMarkerElement extends HTMLElement {
    constructor(options = {}) {
      super();
      this.values = {};
      this.addEventListener('click', () => {
        if (this.gmpClickable) this.dispatchEvent(new Event('gmp-click'));
      });
      Object.assign(this, options);
    }
    get map() {
      return this.onMap ?? null;
    }
    set map(map) {
      if (map && !map.options.mapId) {
        console.error(
          'The map is initialized without a valid Map ID, which will prevent use of Advanced Markers.',
        );
      }
      putOn(this, map?.options.mapId ? map : null, this);
    }
    get content() {
      return this.values.content ?? null;
    }
    set content(content) {
      this.values.content = content;
      this.replaceChildren(...(content ? [content] : []));
    }
    get gmpClickable() {
      return this.values.gmpClickable ?? false;
    }
    set gmpClickable(isClickable) {
      this.values.gmpClickable = isClickable;
      if (isClickable) Object.assign(this, { role: 'button', tabIndex: 0 });
    }
    set title(title) {
      this.values.title = title;
      if (title) this.setAttribute('aria-label', title);
    }
    get title() {
      return this.values.title ?? '';
    }
    place() {
      const { position, zIndex, anchorLeft = '-50%', anchorTop = '-100%' } = this;
      if (!this.onMap || !position) return;
      const { x, y } = this.onMap.pixelOf(position);
      Object.assign(this.style, {
        position: 'absolute',
        left: '0',
        top: '0',
        zIndex: String(1 + (zIndex ?? 0)),
        transform: `translate(${x}px, ${y}px) translate(${anchorLeft}, ${anchorTop})`,
      });
    }
  }
  for (const name of ['position', 'zIndex', 'anchorLeft', 'anchorTop']) {
    Object.defineProperty(AdvancedMarkerElement.prototype, name, {
      get() {
        return this.values[name];
      },
      set(value) {
        this.values[name] = value;
        this.place();
      },
    });
  }

  class Circle extends MVCObject {
    constructor(options) {
      super();
      this.face = createCircleFace('sandbox-google-circle');
      this.setOptions(options);
    }
    setOptions(options) {
      this.options = { ...this.options, ...options };
      this.place();
    }
    setMap(map) {
      putOn(this, map);
    }
    getCenter() {
      return new LatLng(this.options.center);
    }
    getRadius() {
      return this.options.radius;
    }
    setCenter(center) {
      this.setOptions({ center });
    }
    setRadius(radius) {
      this.setOptions({ radius });
    }
    place() {
      if (!this.onMap) return;
      const { center, radius } = this.options;
      const { lat } = literal(center);
      const metres = (156_543.03 * Math.cos((lat * Math.PI) / 180)) / 2 ** this.onMap.view.zoom;
      drawCircle(this.face, {
        ...this.onMap.pixelOf(center),
        across: (2 * radius) / metres,
        options: this.options,
      });
    }
  }

  const literal = (at) =>
    typeof at.lat === 'function' ? { lat: at.lat(), lng: at.lng() } : { lat: at.lat, lng: at.lng };
  function world({ lat, lng }, zoom) {
    const size = TILE * 2 ** zoom;
    const sine = Math.sin((lat * Math.PI) / 180);
    return {
      x: ((lng + 180) / 360) * size,
      y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
    };
  }
  function globe({ x, y }, zoom) {
    const size = TILE * 2 ** zoom;
    return {
      lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI,
      lng: (x / size) * 360 - 180,
    };
  }

  const settings = {};
  customElements.define('gmp-advanced-marker', AdvancedMarkerElement);
  const library = {
    core: { LatLng, LatLngBounds, event, Settings: { getInstance: () => settings } },
    maps: { Map: GoogleMap, Circle },
    marker: { AdvancedMarkerElement },
    places: {},
    geometry: {},
  };
  // The libraries in the parameter `libraries` of the URL are available at once. The other libraries are loaded on
  // request.
  const maps = {
    version: '3.66.0',
    ...library.core,
    ...library.maps,
    importLibrary: async (name) => {
      if (!library[name]) throw new Error(`google.maps.importLibrary: unknown library ${name}`);
      maps[name] = library[name];
      return library[name];
    },
  };
  for (const name of libraries) maps[name] = library[name];
  window.google = { ...window.google, maps };

  if (isRefused) {
    setTimeout(() => {
      console.error('Google Maps JavaScript API error: InvalidKeyMapError');
      window.gm_authFailure?.();
    }, 300);
  }
  window[callback]?.();
};
