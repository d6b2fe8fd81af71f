// The code that the substitutes for Google Maps and Kakao Maps share. Runs in the page before them.
globalThis.sandboxMapParts = (() => {
  let handlers = [];
  const event = {
    add: (target, type, handler) => void handlers.push({ target, type, handler }),
    remove(target, type, handler) {
      handlers = handlers.filter(
        (one) => one.target !== target || one.type !== type || one.handler !== handler,
      );
    },
    clear(target) {
      handlers = handlers.filter((one) => one.target !== target);
    },
    trigger(target, type, ...given) {
      for (const one of handlers)
        if (one.target === target && one.type === type) one.handler.apply(target, given);
    },
  };

  /** A map that only draws markers. A subclass defines `centre()` and `pixelsPerDegree()` of longitude. */
  class MarkerMap {
    constructor(div) {
      this.div = div;
      this.sheet = document.createElement('div');
      this.sheet.className = 'sandbox-map';
      this.sheet.textContent = '테스트용 지도예요.';
      Object.assign(this.sheet.style, { position: 'absolute', inset: '0', background: '#e9efe9' });
      Object.assign(div.style, { position: 'relative', overflow: 'hidden' });
      div.append(this.sheet);
      new ResizeObserver(() => this.moved()).observe(div);
    }

    /** Reports a change of the view. As in the real libraries, `idle` follows when the map has stopped. */
    moved() {
      clearTimeout(this.resting);
      requestAnimationFrame(() => event.trigger(this, 'bounds_changed'));
      this.resting = setTimeout(() => event.trigger(this, 'idle'), 120);
    }

    pixelOf({ lat, lng }) {
      const centre = this.centre();
      const scale = this.pixelsPerDegree();
      return {
        x: this.div.clientWidth / 2 + (lng - centre.lng) * scale,
        y: this.div.clientHeight / 2 + ((centre.lat - lat) * scale) / Math.cos((centre.lat * Math.PI) / 180),
      };
    }
  }

  /** Draws the marker in each frame. `read` returns its map, its position, its level and its shift. */
  function draw(face, read) {
    const { map, at, level, shift } = read();
    if (!map) face.remove();
    else if (at) {
      if (face.parentElement !== map.div) map.div.append(face);
      const { x, y } = map.pixelOf(at);
      const transform = `translate(${x}px, ${y}px) translate(${shift})`;
      Object.assign(face.style, { position: 'absolute', left: '0', top: '0', zIndex: 1 + (level ?? 0) });
      // An element that changes in each frame would never be stable enough for a test to press it.
      if (face.dataset.transform !== transform) {
        face.dataset.transform = transform;
        face.style.transform = transform;
      }
    }
    requestAnimationFrame(() => draw(face, read));
  }

  return { event, MarkerMap, draw };
})();
