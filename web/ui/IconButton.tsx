import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Own = {
  /** The action with its object: 노을목 칼국수 공유하기. */
  label: string;
  /** For a button over a map or an image. */
  isFloating?: boolean;
};

const iconClasses = ({ isFloating, className }: { isFloating: boolean; className: string | undefined }) =>
  classes(
    'inline-grid size-[44px] flex-none place-items-center rounded-field transition-colors [&>svg]:size-[24px]',
    isFloating ? 'bg-raised shadow-2 hover:bg-sunken' : 'hover:bg-sunken',
    className,
  );

/** 44 px; only an icon. */
export function IconButton({
  label,
  isFloating = false,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Own) {
  return (
    <button {...rest} type={type} aria-label={label} className={iconClasses({ isFloating, className })} />
  );
}

/** Accepts the router's `to`, `params` and `search`. */
export const IconLink: LinkComponent<typeof IconAnchor> = createLink(IconAnchor);

function IconAnchor({ label, isFloating = false, className, ...rest }: ComponentProps<'a'> & Own) {
  return <a {...rest} aria-label={label} className={iconClasses({ isFloating, className })} />;
}
