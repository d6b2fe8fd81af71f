import { classes } from './classes.ts';

/** Colour bars (화면 조정). 6 px high unless `className` sets another height. */
export function ColourBars({ className }: { className?: string }) {
  return (
    <div className={classes('bars', className)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
