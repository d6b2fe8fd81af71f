import { m } from '#messages';
import { classes } from './classes.ts';
import { BrandMark } from './BrandMark.tsx';

/** The logo with the name. The font size in `className` sets the size of the logo. */
export function Logo({ screen, className }: { screen?: string; className?: string }) {
  return (
    <span
      role="img"
      aria-label={m.kit_product_name()}
      className={classes(
        'inline-flex flex-none items-center gap-[.13em] font-bold whitespace-nowrap tracking-[-.05em]',
        className,
      )}
    >
      <BrandMark {...(screen ? { screen } : {})} className="h-[1.1em] text-brand" />
      <span aria-hidden="true">먹지</span>
    </span>
  );
}
