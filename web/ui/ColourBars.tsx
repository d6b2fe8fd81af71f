import { classes } from './classes.ts';

/** The colour bars (화면 조정). They are 6 px high. `className` can set another height. */
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
