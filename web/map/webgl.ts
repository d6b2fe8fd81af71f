const NO_WEBGL = 'NoWebGl';

export function requireWebGl(): void {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  if (context === null) throw Object.assign(new Error('This browser has no WebGL 2.'), { name: NO_WEBGL });
}

export const isWithoutWebGl = (error: unknown): boolean => error instanceof Error && error.name === NO_WEBGL;
