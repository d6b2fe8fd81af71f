import { getLocale } from '#messages/runtime.js';
import { pictureFile, type PictureName } from './picture-file.ts';

const WIDTHS = [280, 560] as const;
const [WIDTH, HEIGHT] = [390, 844];

/** A screenshot. The browser loads only the screenshot in the theme of the page. */
export function Picture({ name, alt }: { name: PictureName; alt: string }) {
  return (
    <>
      <OneTheme name={name} alt={alt} theme="light" className="dark:hidden" />
      <OneTheme name={name} alt={alt} theme="dark" className="hidden dark:block" />
    </>
  );
}

/** A screenshot in one theme. The only format is AVIF, because all supported browsers display it. */
function OneTheme({
  name,
  alt,
  theme,
  className,
}: {
  name: PictureName;
  alt: string;
  theme: 'light' | 'dark';
  className: string;
}) {
  const file = (width: number) => `/pictures/${pictureFile({ name, language: getLocale(), theme, width })}`;
  return (
    <img
      src={file(WIDTHS[1])}
      srcSet={WIDTHS.map((width) => `${file(width)} ${width}w`).join(', ')}
      sizes="248px"
      width={WIDTH}
      height={HEIGHT}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );
}
