import { createLink, type LinkComponent } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** The floating button. If `isCompact` is true, it shows only the plus; the accessible name stays. */
export const Fab: LinkComponent<typeof FabAnchor> = createLink(FabAnchor);

function FabAnchor({
  label,
  isCompact = false,
  className,
  ...rest
}: ComponentProps<'a'> & { label: string; isCompact?: boolean }) {
  return (
    <a
      {...rest}
      data-compact={isCompact || undefined}
      className={classes(
        'fab inline-flex min-h-[52px] items-center rounded-full bg-brand pr-5 pl-4 font-bold text-on-brand shadow-fab hover:bg-brand-press',
        className,
      )}
    >
      <Plus className="size-5 flex-none" aria-hidden="true" />
      <span className="fab-label">
        <span>{label}</span>
      </span>
    </a>
  );
}
