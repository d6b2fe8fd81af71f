// Replaces the part of kakao.maps that a map with pins needs, with the names of kakao.maps.d.ts. Runs in the page.
(function standInForKakaoMaps() {
  const METRES_PER_DEGREE = 111_195;
  const { event: handlers, MarkerMap, draw } = globalThis.sandboxMapParts;

  class LatLng {
    constructor(lat, lng) {
      this.getLat = () => lat;
      this.getLng = () => lng;
      this.equals = (other) => other.getLat() === lat && other.getLng() === lng;
    }
  }
  const literal = (at) => ({ lat: at.getLat(), lng: at.getLng() });

  class KakaoMap extends MarkerMap {
    constructor(div, { center, level = 3 }) {
      super(div);
      Object.assign(this, { center, level });
    }
    centre() {
      return literal(this.center);
    }
    /** One pixel is 2^(level - 3) metres. */
    pixelsPerDegree() {
      return (METRES_PER_DEGREE * Math.cos((this.center.getLat() * Math.PI) / 180)) / 2 ** (this.level - 3);
    }
    getCenter() {
      return this.center;
    }
    getLevel() {
      return this.level;
    }
    setCenter(center) {
      this.center = center;
      this.moved();
    }
    setLevel(level) {
      this.level = Math.round(level);
      this.moved();
    }
    setDraggable() {}
    setZoomable() {}
    setKeyboardShortcuts() {}
  }

  class CustomOverlay {
    constructor({ content, position, xAnchor = 0.5, yAnchor = 0.5, zIndex = 0 }) {
      Object.assign(this, { content, position, zIndex, map: null });
      // The content is inside an element of the map from the start.
      const face = document.createElement('div');
      face.append(content);
      draw(face, () => ({
        map: this.map,
        at: literal(this.position),
        level: this.zIndex,
        shift: `${-100 * xAnchor}%, ${-100 * yAnchor}%`,
      }));
    }
    getContent() {
      return this.content;
    }
    setPosition(position) {
      this.position = position;
    }
    setZIndex(zIndex) {
      this.zIndex = zIndex;
    }
    setMap(map) {
      this.map = map;
    }
  }

  const event = { addListener: handlers.add, removeListener: handlers.remove, trigger: handlers.trigger };
  // Before `load` is called, only `load` exists.
  const maps = {
    load: (callback) =>
      setTimeout(() => {
        Object.assign(maps, { LatLng, Coords: class {}, Map: KakaoMap, CustomOverlay, event });
        callback();
      }, 30),
  };
  window.kakao = { ...window.kakao, maps };
})();
