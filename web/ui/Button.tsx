import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'pink' | 'danger' | 'ink' | 'bare';
type Size = 'small' | 'regular' | 'large';

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-press',
  // `inset-ring` is not used, because its custom properties would add a quarter of a kilobyte to the landing page.
  secondary: 'bg-surface text-ink [box-shadow:inset_0_0_0_1.5px_var(--line-strong)] hover:bg-sunken',
  soft: 'bg-soft text-ink hover:bg-soft-press',
  pink: 'bg-todo text-on-fill',
  danger: 'bg-danger text-surface',
  ink: 'bg-field-ink text-field-paper',
  bare: '',
};

const SIZES: Record<Size, string> = {
  small: 'min-h-11 px-3.5 text-[.875rem]',
  regular: 'min-h-12 px-5 text-[1rem]',
  large: 'min-h-[54px] px-6 text-[1.0625rem]',
};

/** Returns the classes of a button, for elements that are not a `Button`. */
export const buttonClasses = ({
  look,
  size,
  className,
}: {
  look: ButtonVariant;
  size: Size;
  className?: string | undefined;
}) =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-field text-center font-bold leading-tight',
    'transition-[background-color,transform] active:scale-[.98] [&>svg]:size-5 [&>svg]:flex-none',
    LOOKS[look],
    SIZES[size],
    className,
  );

/**
 * A button. A view has one primary button. Pink is only for 다녀왔어요, danger is for irreversible actions, and ink and bare
 * are for large colour fields.
 * While `isBusy` is true, presses are ignored. Do not disable buttons: let users press, and then say what is missing.
 */
export function Button({
  look = 'primary',
  size = 'regular',
  isBusy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonVariant; size?: Size; isBusy?: boolean }) {
  return (
    <button
      {...rest}
      type={isBusy && type === 'submit' ? 'button' : type}
      aria-busy={isBusy || undefined}
      className={buttonClasses({ look, size, className })}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy && <BusyBars />}
      {children}
    </button>
  );
}

/** A link that looks like a button. It accepts the router's `to`, `params` and `search`. */
export const LinkButton: LinkComponent<typeof AnchorButton> = createLink(AnchorButton);

export const ExternalLinkButton = (props: ComponentProps<typeof AnchorButton>) => (
  <AnchorButton {...props} target="_blank" rel="noreferrer" />
);

/** A plain link that looks like a button. It is for links to prerendered pages, and for links on these pages. */
export function AnchorButton({
  look = 'primary',
  size = 'regular',
  className,
  ...rest
}: ComponentProps<'a'> & { look?: ButtonVariant; size?: Size; children?: ReactNode }) {
  return <a {...rest} className={buttonClasses({ look, size, className })} />;
}

function BusyBars() {
  return (
    <span className="busy-bars" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
