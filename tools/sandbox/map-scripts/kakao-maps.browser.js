// The part of kakao.maps for a map with pins, with the names and types of kakao.maps.d.ts. Runs in the page.
(function standInForKakaoMaps() {
  const METRES_PER_DEGREE = 111_195;

  class LatLng {
    constructor(lat, lng) {
      this.at = { lat, lng };
    }
    getLat() {
      return this.at.lat;
    }
    getLng() {
      return this.at.lng;
    }
    equals(other) {
      return other.getLat() === this.at.lat && other.getLng() === this.at.lng;
    }
  }
  class Coords {}

  const handlers = new WeakMap();
  const handlersOf = (target, type) => {
    if (!handlers.has(target)) handlers.set(target, new Map());
    const all = handlers.get(target);
    if (!all.has(type)) all.set(type, new Set());
    return all.get(type);
  };
  const event = {
    addListener: (target, type, handler) => void handlersOf(target, type).add(handler),
    removeListener: (target, type, handler) => void handlersOf(target, type).delete(handler),
    trigger: (target, type, ...given) => {
      for (const handler of [...handlersOf(target, type)]) handler(...given);
    },
  };

  class KakaoMap {
    constructor(div, { center, level = 3, draggable = true }) {
      this.div = div;
      this.center = center;
      this.level = level;
      this.isDraggable = draggable;
      this.isZoomable = true;
      this.drawn = new Set();
      Object.assign(div.style, { position: 'relative', overflow: 'hidden', touchAction: 'none' });
      this.sheet = document.createElement('div');
      Object.assign(this.sheet.style, {
        position: 'absolute',
        inset: '0',
        background: '#f1efe6',
        color: '#333',
      });
      this.sheet.className = 'sandbox-kakao-map';
      this.sheet.textContent = '테스트용 지도예요. 카카오맵이 아니에요.';
      div.append(this.sheet);
      div.sandboxMap = this;
      this.listen();
      this.moved();
    }
    getCenter() {
      return this.center;
    }
    getLevel() {
      return this.level;
    }
    setCenter(center) {
      if (center.equals(this.center)) return;
      this.center = center;
      this.moved();
    }
    panTo(center) {
      this.setCenter(center);
    }
    setLevel(level) {
      const next = Math.min(14, Math.max(1, Math.round(level)));
      if (next === this.level) return;
      this.level = next;
      event.trigger(this, 'zoom_changed');
      this.moved();
    }
    setDraggable(isDraggable) {
      this.isDraggable = isDraggable;
    }
    setZoomable(isZoomable) {
      this.isZoomable = isZoomable;
    }
    setKeyboardShortcuts() {}
    relayout() {
      this.moved();
    }

    moved() {
      clearTimeout(this.resting);
      for (const one of this.drawn) one.place();
      requestAnimationFrame(() => event.trigger(this, 'bounds_changed'));
      this.resting = setTimeout(() => event.trigger(this, 'idle'), 120);
    }
    /** Metres per pixel: 2^(level - 3). */
    scale() {
      const metres = 2 ** (this.level - 3);
      const dLat = metres / METRES_PER_DEGREE;
      return { dLat, dLng: dLat / Math.cos((this.center.getLat() * Math.PI) / 180), metres };
    }
    pixelOf(at) {
      const { dLat, dLng } = this.scale();
      return {
        x: (at.getLng() - this.center.getLng()) / dLng + this.div.clientWidth / 2,
        y: (this.center.getLat() - at.getLat()) / dLat + this.div.clientHeight / 2,
      };
    }
    listen() {
      const { sheet } = this;
      let from = null;
      let hasDragged = false;
      sheet.addEventListener('pointerdown', ({ clientX, clientY, pointerId }) => {
        if (!this.isDraggable) return;
        sheet.setPointerCapture(pointerId);
        from = { x: clientX, y: clientY };
        hasDragged = false;
      });
      sheet.addEventListener('pointermove', ({ clientX, clientY }) => {
        if (!from) return;
        const by = { x: clientX - from.x, y: clientY - from.y };
        if (!hasDragged && Math.hypot(by.x, by.y) < 4) return;
        if (!hasDragged) event.trigger(this, 'dragstart');
        hasDragged = true;
        const { dLat, dLng } = this.scale();
        this.setCenter(new LatLng(this.center.getLat() + by.y * dLat, this.center.getLng() - by.x * dLng));
        from = { x: clientX, y: clientY };
        event.trigger(this, 'drag');
      });
      sheet.addEventListener('pointerup', () => {
        from = null;
        if (hasDragged) event.trigger(this, 'dragend');
      });
      sheet.addEventListener('click', () => {
        if (!hasDragged) event.trigger(this, 'click', { latLng: this.center });
      });
      sheet.addEventListener('wheel', ({ deltaY }) => {
        if (this.isZoomable) this.setLevel(this.level + Math.sign(deltaY));
      });
    }
  }

  class CustomOverlay {
    constructor({ content, position, xAnchor = 0.5, yAnchor = 0.5, zIndex = 0 }) {
      Object.assign(this, { content, position, xAnchor, yAnchor, zIndex });
      // The content is inside an element of the map from the start.
      this.face = document.createElement('div');
      this.face.append(content);
    }
    getContent() {
      return this.content;
    }
    getPosition() {
      return this.position;
    }
    setPosition(position) {
      this.position = position;
      this.place();
    }
    setZIndex(zIndex) {
      this.zIndex = zIndex ?? 0;
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
    place() {
      if (!this.onMap) return;
      const { x, y } = this.onMap.pixelOf(this.position);
      Object.assign(this.face.style, {
        position: 'absolute',
        left: '0',
        top: '0',
        zIndex: String(1 + this.zIndex),
        transform: `translate(${x}px, ${y}px) translate(${-100 * this.xAnchor}%, ${-100 * this.yAnchor}%)`,
      });
    }
  }

  class Circle {
    constructor(options) {
      this.options = options;
      this.face = document.createElement('div');
      this.face.className = 'sandbox-kakao-circle';
    }
    setOptions(options) {
      this.options = { ...this.options, ...options };
      this.place();
    }
    setPosition(center) {
      this.setOptions({ center });
    }
    setRadius(radius) {
      this.setOptions({ radius });
    }
    setZIndex() {}
    setMap(map) {
      this.onMap?.drawn.delete(this);
      this.face.remove();
      this.onMap = map;
      if (!map) return;
      map.drawn.add(this);
      map.div.append(this.face);
      this.place();
    }
    place() {
      if (!this.onMap) return;
      const { center, radius, fillColor, fillOpacity, strokeColor, strokeWeight } = this.options;
      const { x, y } = this.onMap.pixelOf(center);
      const across = (2 * radius) / this.onMap.scale().metres;
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

  // Before `load` is called, only `load` exists.
  const rest = { LatLng, Coords, Map: KakaoMap, CustomOverlay, Circle, event };
  const maps = {
    load: (callback) =>
      setTimeout(() => {
        Object.assign(maps, rest);
        callback();
      }, 30),
  };
  window.kakao = { ...window.kakao, maps };
})();
