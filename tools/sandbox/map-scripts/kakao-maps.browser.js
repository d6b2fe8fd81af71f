// Replaces the part of kakao.maps that a map with pins needs, with the names and types of kakao.maps.d.ts. Runs in the
// page.
(function standInForKakaoMaps() {
  const METRES_PER_DEGREE = 111_195;
  const { createHandlers, createSheet, listen, putOn, createCircleFace, drawCircle } =
    globalThis.sandboxMapParts;

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

  const handlers = createHandlers();
  const event = {
    addListener: handlers.add,
    removeListener: handlers.remove,
    trigger: handlers.trigger,
  };

  class KakaoMap {
    constructor(div, { center, level = 3, draggable = true }) {
      this.div = div;
      this.center = center;
      this.level = level;
      this.isDraggable = draggable;
      this.isZoomable = true;
      this.drawn = new Set();
      this.sheet = createSheet(div, {
        className: 'sandbox-kakao-map',
        text: '테스트용 지도예요. 카카오맵이 아니에요.',
      });
      Object.assign(this.sheet.style, { background: '#f1efe6', color: '#333' });
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
    /** Returns the scale of the map. One pixel is 2^(level - 3) metres. */
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
      listen(this.sheet, {
        isDraggable: () => this.isDraggable,
        dragBy: ({ x, y }) => {
          const { dLat, dLng } = this.scale();
          this.setCenter(new LatLng(this.center.getLat() + y * dLat, this.center.getLng() - x * dLng));
        },
        click: () => event.trigger(this, 'click', { latLng: this.center }),
        wheel: (direction) => {
          if (this.isZoomable) this.setLevel(this.level + direction);
        },
        tell: (type) => event.trigger(this, type),
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
      putOn(this, map);
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
      this.face = createCircleFace('sandbox-kakao-circle');
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
      putOn(this, map);
    }
    place() {
      if (!this.onMap) return;
      const { center, radius } = this.options;
      drawCircle(this.face, {
        ...this.onMap.pixelOf(center),
        across: (2 * radius) / this.onMap.scale().metres,
        options: this.options,
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
