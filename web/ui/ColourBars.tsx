import { classes } from './classes.ts';

/** 화면 조정: the strip of the house's colours. 6 px unless `className` says another height. */
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
