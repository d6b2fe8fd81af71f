import type { ComponentProps } from 'react';
import { useOnline } from '#web/online.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';

/** A button that is disabled without a network. The `OfflineStrip` of the page gives the reason. */
export function NetworkButton({ className, ...rest }: Omit<ComponentProps<typeof Button>, 'disabled'>) {
  const isOnline = useOnline();
  return (
    <Button
      {...rest}
      disabled={!isOnline}
      className={classes('disabled:pointer-events-none disabled:opacity-50', className)}
    />
  );
}
