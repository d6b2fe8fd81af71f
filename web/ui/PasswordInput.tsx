import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { m } from '#messages';
import { classes } from './classes.ts';
import { useFieldParts } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { inputClasses } from './TextInput.tsx';

/** A password field. `autoComplete` must be 'new-password' or 'current-password'. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldParts()}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={classes(inputClasses, 'pr-12', className)}
      />
      <IconButton
        label={isShown ? m.kit_password_hide() : m.kit_password_show()}
        aria-pressed={isShown}
        className="absolute top-0.5 right-0.5 text-ink-2 [&>svg]:size-5"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </span>
  );
}
