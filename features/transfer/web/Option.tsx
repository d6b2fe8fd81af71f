import type { ReactNode } from 'react';
import { CheckboxSquare } from '#web/ui/Checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { Radio } from '#web/ui/Radio.tsx';

/** One of the places to choose from. @param group the name of the radio group; without it, several can be chosen */
export function Option({
  group,
  isChosen,
  onChoose,
  name,
  text,
}: {
  group?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  name: ReactNode;
  text: string;
}) {
  return (
    <label
      className={classes(
        'grid min-h-13 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-inner bg-sunken px-3 py-2 *:first:row-span-2',
        isChosen && 'inset-ring-2 inset-ring-ink',
      )}
    >
      {group === undefined ? (
        <CheckboxSquare checked={isChosen} onChange={onChoose} />
      ) : (
        <Radio name={group} checked={isChosen} onChange={onChoose} />
      )}
      <b className="type-sub flex flex-wrap items-center gap-x-2">{name}</b>
      <small className="type-caption text-ink-2">{text}</small>
    </label>
  );
}
