const NO_WEBGL = 'NoWebGl';

let isAvailable = false;

/** @throws Error if the browser cannot render a map. A successful check is not repeated, because it creates a context. */
export function requireWebGl(): void {
  if (isAvailable) return;
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  if (context === null) throw Object.assign(new Error('This browser has no WebGL 2.'), { name: NO_WEBGL });
  isAvailable = true;
}

export const isWithoutWebGl = (error: unknown): boolean => error instanceof Error && error.name === NO_WEBGL;
