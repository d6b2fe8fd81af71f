import type { ComponentProps } from 'react';
import { useOnline } from '#web/online.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';

/** A button that is disabled without a network. The note above the sections gives the reason. */
export function NetworkButton({ className, ...rest }: ComponentProps<typeof Button>) {
  const isOnline = useOnline();
  return (
    <Button
      {...rest}
      disabled={!isOnline}
      className={classes('disabled:pointer-events-none disabled:opacity-50', className)}
    />
  );
}
