import { viewports } from '../support/member.ts';
import { type PictureName, themes } from './screens.ts';

/** A picture that documents or the landing page show: a row of the gallery, and where it goes. */
export type Published = PictureName & {
  /** The ending decides the format: png, webp or avif. */
  file: string;
  /** In pixels of the picture; each screen is taken at twice its size. */
  width: number;
  /** So much from the top, where not the whole page is wanted. */
  height?: number;
};

/** `npm run gallery -- --publish` takes these anew. */
export const published: readonly Published[] = [
  { screen: 'home', state: 'full', size: 'desktop', theme: 'light', file: 'docs/home.png', width: 1280 },
  ...onTheLandingPage({ name: 'home', screen: 'home', state: 'selected' }),
  ...onTheLandingPage({ name: 'restaurant', screen: 'restaurant', state: 'visited' }),
  ...onTheLandingPage({ name: 'shared', screen: 'shared-list', state: 'visitor' }),
  ...onTheLandingPage({ name: 'journal', screen: 'journal', state: 'timeline' }),
];

/** A phone's screen in both themes, for screens of one and of two dots (features/site/web/landing/Picture.tsx). */
function onTheLandingPage({
  name,
  screen,
  state,
}: {
  name: string;
  screen: string;
  state: string;
}): Published[] {
  return themes.flatMap((theme) =>
    [280, 560].map((width) => ({
      screen,
      state,
      size: 'phone' as const,
      theme,
      file: `features/site/web/pictures/${name}-${theme}-${width}.avif`,
      width,
      height: Math.round((width * viewports.phone.height) / viewports.phone.width),
    })),
  );
}
