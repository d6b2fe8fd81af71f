import {
  pictureFile,
  type PictureName as LandingPicture,
} from '../../features/site/web/landing/picture-file.ts';
import { viewports } from '../support/member.ts';
import { type PictureName, themes } from './screens.ts';

/** A screenshot in the documentation or on the landing page: a row of the gallery, and its file. */
export type Published = PictureName & {
  language: 'ko' | 'en';
  /** The extension determines the format: png, webp or avif. */
  file: string;
  /** Width of the file in pixels. Screens are captured at twice their size. */
  width: number;
  /** Height of the file. If it is set, the screenshot is cropped from the top. */
  height?: number;
};

/**
 * The published screenshots. `npm run gallery -- --publish` writes the Korean files. With `--language en` it writes the
 * English files.
 */
export const published: readonly Published[] = [
  {
    screen: 'home',
    state: 'full',
    size: 'desktop',
    theme: 'light',
    language: 'ko',
    file: 'docs/home.png',
    width: 1280,
  },
  ...onTheLandingPage({ name: 'home', screen: 'home', state: 'full' }),
  ...onTheLandingPage({ name: 'restaurant', screen: 'restaurant', state: 'visited' }),
  ...onTheLandingPage({ name: 'import', screen: 'import', state: 'review' }),
  {
    screen: 'import',
    state: 'review',
    size: 'desktop',
    theme: 'light',
    language: 'ko',
    file: 'docs/import.png',
    width: 1280,
  },
  ...onTheLandingPage({ name: 'shared', screen: 'shared-list', state: 'visitor' }),
  ...onTheLandingPage({ name: 'journal', screen: 'journal', state: 'timeline' }),
  ...inTheManifest({ name: 'home', screen: 'home', state: 'full' }),
  ...inTheManifest({ name: 'restaurant', screen: 'restaurant', state: 'visited' }),
  ...inTheManifest({ name: 'journal', screen: 'journal', state: 'timeline' }),
  {
    screen: 'home',
    state: 'full',
    size: 'desktop',
    theme: 'light',
    language: 'ko',
    file: 'web/public/screenshots/home-wide.webp',
    width: 1280,
    height: 800,
  },
];

/**
 * Returns the screenshots of a phone screen for the installation dialog of browsers (web/public/manifest.webmanifest).
 */
function inTheManifest({
  name,
  screen,
  state,
}: {
  name: string;
  screen: string;
  state: string;
}): Published[] {
  const file = `web/public/screenshots/${name}.webp`;
  return [{ screen, state, size: 'phone', theme: 'light', language: 'ko', file, width: 560, height: 1212 }];
}

/**
 * Returns the screenshots of a phone screen in both languages and themes, for pixel ratios of one and two
 * (features/site/web/landing/Picture.tsx).
 */
function onTheLandingPage({
  name,
  screen,
  state,
}: {
  name: LandingPicture;
  screen: string;
  state: string;
}): Published[] {
  return (['ko', 'en'] as const).flatMap((language) =>
    themes.flatMap((theme) =>
      [280, 560].map((width) => ({
        screen,
        state,
        size: 'phone' as const,
        theme,
        language,
        file: `features/site/web/pictures/${pictureFile({ name, language, theme, width })}`,
        width,
        height: Math.round((width * viewports.phone.height) / viewports.phone.width),
      })),
    ),
  );
}
