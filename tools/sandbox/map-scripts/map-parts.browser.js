// Code that the substitutes for Google Maps and Kakao Maps share. Runs in the page before them.
globalThis.sandboxMapParts = (() => {
  function createHandlers() {
    const handlers = new WeakMap();
    const handlersOf = (target, type) => {
      if (!handlers.has(target)) handlers.set(target, new Map());
      const all = handlers.get(target);
      if (!all.has(type)) all.set(type, new Set());
      return all.get(type);
    };
    return {
      add: (target, type, handler) => void handlersOf(target, type).add(handler),
      remove: (target, type, handler) => void handlersOf(target, type).delete(handler),
      clear: (target) => void handlers.delete(target),
      trigger: (target, type, ...given) => {
        for (const handler of [...handlersOf(target, type)]) handler.apply(target, given);
      },
    };
  }

  function createSheet(div, { className, text }) {
    Object.assign(div.style, { position: 'relative', overflow: 'hidden', touchAction: 'none' });
    const sheet = document.createElement('div');
    Object.assign(sheet.style, { position: 'absolute', inset: '0' });
    sheet.className = className;
    sheet.textContent = text;
    div.append(sheet);
    return sheet;
  }

  /**
   * Listens to pointer and wheel events. `dragBy` gets a distance in pixels; `tell` gets the type of each drag event.
   */
  function listen(sheet, { isDraggable, dragBy, click, wheel, tell }) {
    let from = null;
    let hasDragged = false;
    sheet.addEventListener('pointerdown', ({ clientX, clientY, pointerId }) => {
      if (!isDraggable()) return;
      sheet.setPointerCapture(pointerId);
      from = { x: clientX, y: clientY };
      hasDragged = false;
    });
    sheet.addEventListener('pointermove', ({ clientX, clientY }) => {
      if (!from) return;
      const by = { x: clientX - from.x, y: clientY - from.y };
      if (!hasDragged && Math.hypot(by.x, by.y) < 4) return;
      if (!hasDragged) tell('dragstart');
      hasDragged = true;
      dragBy(by);
      from = { x: clientX, y: clientY };
      tell('drag');
    });
    sheet.addEventListener('pointerup', () => {
      from = null;
      if (hasDragged) tell('dragend');
    });
    sheet.addEventListener('click', (domEvent) => {
      if (!hasDragged) click(domEvent);
    });
    sheet.addEventListener('wheel', ({ deltaY }) => wheel(Math.sign(deltaY)));
  }

  /** Puts a marker or shape on a map. If `map` is null, removes the marker or shape from its map. */
  function putOn(thing, map, face = thing.face) {
    thing.onMap?.drawn.delete(thing);
    face.remove();
    thing.onMap = map;
    if (!map) return;
    map.drawn.add(thing);
    map.div.append(face);
    thing.place();
  }

  function createCircleFace(className) {
    const face = document.createElement('div');
    face.className = className;
    return face;
  }

  function drawCircle(face, { x, y, across, options }) {
    const { fillColor, fillOpacity, strokeColor, strokeWeight } = options;
    Object.assign(face.style, {
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

  return { createHandlers, createSheet, listen, putOn, createCircleFace, drawCircle };
})();
