import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Radio } from '#web/ui/Radio.tsx';

/** One of the places to choose from. */
export function Option({
  group,
  isChosen,
  onChoose,
  name,
  text,
}: {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  name: ReactNode;
  text: string;
}) {
  return (
    <label
      className={classes(
        'grid min-h-13 cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-inner bg-sunken px-3 py-2',
        isChosen && 'inset-ring-2 inset-ring-ink',
      )}
    >
      <Radio name={group} checked={isChosen} onChange={onChoose} className="row-span-2" />
      <b className="type-sub flex flex-wrap items-center gap-x-2">{name}</b>
      <small className="type-caption text-ink-2">{text}</small>
    </label>
  );
}
