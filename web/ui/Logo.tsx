import { m } from '#messages';
import { classes } from './classes.ts';
import { BrandMark } from './BrandMark.tsx';

/**
 * The logo with the name 모먹지. The mark stands for the letter 모, and the text adds the rest of the name. The font size in `className` sets the size of the logo.
 * @param screenColour the colour inside the ㅁ of the mark
 */
export function Logo({ screenColour, className }: { screenColour?: string; className?: string }) {
  return (
    <span
      role="img"
      aria-label={m.kit_product_name()}
      className={classes(
        'inline-flex flex-none items-center gap-[.13em] font-bold whitespace-nowrap tracking-[-.05em]',
        className,
      )}
    >
      <BrandMark screenColour={screenColour} className="h-[1.1em] text-brand" />
      <span aria-hidden="true">먹지</span>
    </span>
  );
}
