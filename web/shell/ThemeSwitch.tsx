import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { chooseTheme, chosenTheme, type ThemeChoice } from '#web/browser/appearance.ts';
import { classes } from '#web/ui/classes.ts';

const CHOICES: readonly { choice: ThemeChoice; label: () => string; icon: LucideIcon }[] = [
  { choice: 'system', label: m.shell_theme_system, icon: Monitor },
  { choice: 'light', label: m.shell_theme_light, icon: Sun },
  { choice: 'dark', label: m.shell_theme_dark, icon: Moon },
];

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <div role="group" aria-label={m.shell_theme()} className="flex rounded-field bg-sunken p-0.5">
      {CHOICES.map(({ choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          aria-label={label()}
          aria-pressed={choice === chosen}
          className={classes(
            'chip grid h-9 w-10 place-items-center rounded-inner [&>svg]:size-[18px]',
            choice === chosen ? 'bg-raised text-ink shadow-1' : 'text-ink-2 hover:text-ink',
          )}
          onClick={() => {
            setChosen(choice);
            chooseTheme(choice);
          }}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
