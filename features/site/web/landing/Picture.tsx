/** Screens that `npm run gallery -- --publish` photographs (e2e/gallery/published.ts). */
export type PictureName = 'home' | 'restaurant' | 'shared' | 'journal';

const WIDTHS = [280, 560] as const;
/** Of a phone's screen. */
const [WIDTH, HEIGHT] = [390, 844];

/** A screen of the product, as light or dark as the page; the other one is not fetched. */
export function Picture({ name, alt }: { name: PictureName; alt: string }) {
  return (
    <>
      <OneTheme name={name} alt={alt} theme="light" className="dark:hidden" />
      <OneTheme name={name} alt={alt} theme="dark" className="hidden dark:block" />
    </>
  );
}

/** AVIF alone: every browser that the screens are built for shows it. */
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
  const file = (width: number) => `/pictures/${name}-${theme}-${width}.avif`;
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
