/**
 * The names of the pictured screens. `npm run gallery -- --publish` captures these screens (e2e/gallery/published.ts).
 */
export type PictureName = 'home' | 'journal';

/** Returns the file name of a picture, such as `home-light-280.avif`, or in English `home-en-light-280.avif`. */
export const pictureFile = ({
  name,
  language,
  theme,
  width,
}: {
  name: PictureName;
  language: 'ko' | 'en';
  theme: 'light' | 'dark';
  width: number;
}): string => `${name}${language === 'en' ? '-en' : ''}-${theme}-${width}.avif`;
