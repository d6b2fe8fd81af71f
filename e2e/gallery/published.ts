import type { Shot } from './screens.ts';

/** A picture that documents or the landing page show: a row of the gallery, and where it goes. */
export type Published = Omit<Shot, 'state'> & {
  state: string;
  /** The ending decides the format: png, webp or avif. */
  file: string;
  /** In pixels of the picture; each screen is taken at twice its size. */
  width: number;
};

/** `npm run gallery -- --publish` takes these anew. */
export const published: readonly Published[] = [
  { screen: 'home', state: 'full', size: 'desktop', theme: 'light', file: 'docs/home.png', width: 1280 },
];
