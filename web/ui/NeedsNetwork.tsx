import { WifiOff } from 'lucide-react';
import { useOnline } from '#web/online.ts';
import { classes } from './classes.ts';

export function NeedsNetwork({ text, className }: { text: string; className?: string }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <p className={classes('type-caption flex items-center gap-1.5 font-semibold text-ink-2', className)}>
      <WifiOff className="size-4 flex-none" aria-hidden="true" />
      {text}
    </p>
  );
}
