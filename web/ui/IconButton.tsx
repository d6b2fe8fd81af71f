import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Own = {
  /** The label for screen readers. It contains the action and its object: 노을목 칼국수 공유하기. */
  label: string;
  /** Whether the button is over a map or an image. */
  isFloating?: boolean;
};

const iconClasses = ({ isFloating, className }: { isFloating: boolean; className: string | undefined }) =>
  classes(
    'inline-grid size-[44px] flex-none place-items-center rounded-field transition-colors [&>svg]:size-[24px]',
    isFloating ? 'bg-raised shadow-2 hover:bg-sunken' : 'hover:bg-sunken',
    className,
  );

/** A button of 44 px with only an icon. */
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

/** A link with only an icon. It accepts the router's `to`, `params` and `search`. */
export const IconLink: LinkComponent<typeof IconAnchor> = createLink(IconAnchor);

function IconAnchor({ label, isFloating = false, className, ...rest }: ComponentProps<'a'> & Own) {
  return <a {...rest} aria-label={label} className={iconClasses({ isFloating, className })} />;
}
