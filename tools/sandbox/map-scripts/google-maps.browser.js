// Replaces the part of google.maps that a map with pins needs, with the names of @types/google.maps. Runs in the page.
globalThis.standInForGoogleMaps = ({ isRefused, callback, libraries }) => {
  const { event: handlers, MarkerMap, draw } = globalThis.sandboxMapParts;

  class LatLng {
    constructor({ lat, lng }) {
      this.lat = () => lat;
      this.lng = () => lng;
      this.toJSON = () => ({ lat, lng });
    }
  }
  const literal = (at) => (typeof at.lat === 'function' ? at.toJSON() : at);

  const event = {
    addListener(target, type, handler) {
      handlers.add(target, type, handler);
      return { remove: () => handlers.remove(target, type, handler) };
    },
    clearInstanceListeners: handlers.clear,
    trigger: handlers.trigger,
  };

  class GoogleMap extends MarkerMap {
    constructor(div, options) {
      super(div);
      this.options = {};
      this.view = { center: { lat: 0, lng: 0 }, zoom: 0 };
      this.setOptions(options);
    }
    addListener(type, handler) {
      return event.addListener(this, type, handler);
    }
    setOptions({ center, zoom, ...options }) {
      Object.assign(this.options, options);
      this.moveCamera({ center, zoom });
    }
    moveCamera({ center = this.view.center, zoom = this.view.zoom }) {
      this.view = { center: literal(center), zoom: Math.round(zoom) };
      this.moved();
    }
    centre() {
      return this.view.center;
    }
    pixelsPerDegree() {
      return (256 * 2 ** this.view.zoom) / 360;
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
      const { lat, lng } = this.view.center;
      return { toJSON: () => ({ north: lat + 1, south: lat - 1, east: lng + 1, west: lng - 1 }) };
    }
  }

  class AdvancedMarkerElement extends HTMLElement {
    constructor(options = {}) {
      super();
      Object.assign(this, options);
      this.addEventListener('click', () => {
        if (this.gmpClickable) this.dispatchEvent(new Event('gmp-click'));
      });
      draw(this, () => ({
        // As in the real library, markers need a map id.
        map: this.map?.options.mapId ? this.map : null,
        at: this.position && literal(this.position),
        level: this.zIndex,
        shift: `${this.anchorLeft ?? '-50%'}, ${this.anchorTop ?? '-100%'}`,
      }));
    }
    set content(content) {
      this.replaceChildren(...(content ? [content] : []));
    }
  }
  customElements.define('gmp-advanced-marker', AdvancedMarkerElement);

  const settings = {};
  const library = {
    core: { LatLng, event, Settings: { getInstance: () => settings } },
    maps: { Map: GoogleMap },
    marker: { AdvancedMarkerElement },
    places: {},
    geometry: {},
  };
  const maps = { version: '3.66.0', ...library.core, ...library.maps };
  maps.importLibrary = async (name) => (maps[name] = library[name]);
  for (const name of libraries) maps[name] = library[name];
  window.google = { ...window.google, maps };

  if (isRefused) setTimeout(() => window.gm_authFailure?.(), 300);
  window[callback]?.();
};
