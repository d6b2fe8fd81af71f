import { classes } from './classes.ts';

/** The logo. The ㅁ is a screen, and the ㅗ is its stand. The stroke has the colour of the text. */
export function BrandMark({
  screenColour = 'var(--p400)',
  className,
}: {
  screenColour?: string | undefined;
  className?: string;
}) {
  return (
    <svg viewBox="0 0 40 44" aria-hidden="true" className={classes('mo-mark', className)}>
      <rect
        x="4"
        y="3"
        width="32"
        height="24"
        rx="6"
        fill={screenColour}
        stroke="currentColor"
        strokeWidth="6"
      />
      <path d="M20 28v9" stroke="currentColor" strokeWidth="6" />
      <path d="M4 39h32" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
