import type { SupportedZoom } from '../vendor/padded-camera.ts';

/** Without a vector map, Google supports only whole zooms. */
export const googleZoom: SupportedZoom = ({ zoom }, { isNeverCloser }) =>
  isNeverCloser ? Math.floor(zoom) : Math.round(zoom);
