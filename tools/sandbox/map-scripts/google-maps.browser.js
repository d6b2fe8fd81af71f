// The part of google.maps for a map with pins, with the names and types of @types/google.maps. Runs in the page.
globalThis.standInForGoogleMaps = ({ isRefused, callback, libraries }) => {
  const TILE = 256;

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
      for (const handler of [...(handlersOf(this).get(type) ?? [])]) handler.apply(this, given);
    }
  }

  const handlers = new WeakMap();
  function handlersOf(target) {
    if (!handlers.has(target)) handlers.set(target, new Map());
    return handlers.get(target);
  }
  const event = {
    addListener(target, type, handler) {
      const all = handlersOf(target);
      if (!all.has(type)) all.set(type, new Set());
      all.get(type).add(handler);
      return { remove: () => all.get(type).delete(handler) };
    },
    clearInstanceListeners: (target) => void handlers.delete(target),
    trigger: (target, type, ...given) => {
      for (const handler of handlersOf(target).get(type) ?? []) handler.apply(target, given);
    },
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
      Object.assign(div.style, { position: 'relative', overflow: 'hidden', touchAction: 'none' });
      this.sheet = document.createElement('div');
      Object.assign(this.sheet.style, { position: 'absolute', inset: '0', zIndex: '0' });
      this.sheet.className = 'sandbox-google-map';
      this.sheet.textContent = '테스트용 지도예요. Google 지도가 아니에요.';
      div.append(this.sheet);
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

    /** Events are asynchronous, as in the real one: the change at once, idle when nothing moves any more. */
    moved() {
      clearTimeout(this.resting);
      for (const one of this.drawn) one.place();
      if (!this.isTelling) {
        this.isTelling = true;
        requestAnimationFrame(() => {
          this.isTelling = false;
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
      let from = null;
      let hasDragged = false;
      sheet.addEventListener('pointerdown', ({ clientX, clientY, pointerId }) => {
        if (this.options.gestureHandling === 'none') return;
        sheet.setPointerCapture(pointerId);
        from = { x: clientX, y: clientY, center: this.pixelOf(this.view.center) };
        hasDragged = false;
      });
      sheet.addEventListener('pointermove', ({ clientX, clientY }) => {
        if (!from) return;
        const by = { x: clientX - from.x, y: clientY - from.y };
        if (!hasDragged && Math.hypot(by.x, by.y) < 4) return;
        if (!hasDragged) this.tell('dragstart');
        hasDragged = true;
        this.moveCamera({
          center: this.at({ x: div.clientWidth / 2 - by.x, y: div.clientHeight / 2 - by.y }),
        });
        from = { x: clientX, y: clientY };
        this.tell('drag');
      });
      sheet.addEventListener('pointerup', () => {
        from = null;
        if (hasDragged) this.tell('dragend');
      });
      sheet.addEventListener('click', (domEvent) => {
        if (hasDragged || this.options.gestureHandling === 'none') return;
        const { left, top } = div.getBoundingClientRect();
        const latLng = new LatLng(this.at({ x: domEvent.clientX - left, y: domEvent.clientY - top }));
        this.tell('click', { latLng, domEvent, stop() {} });
      });
      sheet.addEventListener('wheel', ({ deltaY }) => {
        if (this.options.gestureHandling !== 'none') this.setZoom(this.view.zoom - Math.sign(deltaY));
      });
    }
  }

  /** On the map while its `map` is set. */
  class AdvancedMarkerElement extends HTMLElement {
    constructor(options = {}) {
      super();
      this.told = {};
      this.addEventListener('click', () => {
        if (this.gmpClickable) this.dispatchEvent(new Event('gmp-click'));
      });
      Object.assign(this, options);
    }
    get map() {
      return this.onMap ?? null;
    }
    set map(map) {
      this.onMap?.drawn.delete(this);
      this.remove();
      this.onMap = map;
      if (!map) return;
      if (!map.options.mapId) {
        console.error(
          'The map is initialized without a valid Map ID, which will prevent use of Advanced Markers.',
        );
        return;
      }
      map.drawn.add(this);
      map.div.append(this);
      this.place();
    }
    get content() {
      return this.told.content ?? null;
    }
    set content(content) {
      this.told.content = content;
      this.replaceChildren(...(content ? [content] : []));
    }
    get gmpClickable() {
      return this.told.gmpClickable ?? false;
    }
    set gmpClickable(isClickable) {
      this.told.gmpClickable = isClickable;
      if (isClickable) Object.assign(this, { role: 'button', tabIndex: 0 });
    }
    set title(title) {
      this.told.title = title;
      if (title) this.setAttribute('aria-label', title);
    }
    get title() {
      return this.told.title ?? '';
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
        return this.told[name];
      },
      set(value) {
        this.told[name] = value;
        this.place();
      },
    });
  }

  class Circle extends MVCObject {
    constructor(options) {
      super();
      this.face = document.createElement('div');
      this.face.className = 'sandbox-google-circle';
      this.setOptions(options);
    }
    setOptions(options) {
      this.options = { ...this.options, ...options };
      this.place();
    }
    setMap(map) {
      this.onMap?.drawn.delete(this);
      this.face.remove();
      this.onMap = map;
      if (!map) return;
      map.drawn.add(this);
      map.div.append(this.face);
      this.place();
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
      const { center, radius, fillColor, fillOpacity, strokeColor, strokeWeight } = this.options;
      const { lat } = literal(center);
      const metres = (156_543.03 * Math.cos((lat * Math.PI) / 180)) / 2 ** this.onMap.view.zoom;
      const { x, y } = this.onMap.pixelOf(center);
      const across = (2 * radius) / metres;
      Object.assign(this.face.style, {
        position: 'absolute',
        left: `${x - across / 2}px`,
        top: `${y - across / 2}px`,
        width: `${across}px`,
        height: `${across}px`,
        borderRadius: '50%',
        pointerEvents: 'none',
        background: `color-mix(in srgb, ${fillColor} ${100 * fillOpacity}%, transparent)`,
        outline: `${strokeWeight}px solid ${strokeColor}`,
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
  // Libraries in the URL's `libraries` are available at once; others on request.
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
