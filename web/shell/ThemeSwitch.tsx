import { useState } from 'react';
import { m } from '#messages';
import { chooseTheme, chosenTheme, type ThemeChoice } from '#web/appearance.ts';
import { Field } from '#web/ui/Field.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState(chosenTheme);
  return (
    <Field label={m.shell_theme()}>
      <NativeSelect
        value={choice}
        options={[
          { value: 'system', label: m.shell_theme_system() },
          { value: 'light', label: m.shell_theme_light() },
          { value: 'dark', label: m.shell_theme_dark() },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value as ThemeChoice;
          setChoice(chosen);
          chooseTheme(chosen);
        }}
      />
    </Field>
  );
}
