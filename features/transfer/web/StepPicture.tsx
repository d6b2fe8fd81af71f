import { Bookmark, Check, FileDown, FileUp, Link, Percent, Plus, Share, ToggleRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';

export type StepKind =
  | 'list'
  | 'share'
  | 'paste'
  | 'export'
  | 'pick'
  | 'check'
  | 'shortcut'
  | 'encode'
  | 'open'
  | 'shared';

/** A drawing of a phone for one step of an instruction. What to press has the colour of the brand. */
export const StepPicture = ({ kind }: { kind: StepKind }) => (
  <div
    aria-hidden="true"
    className="grid h-32 w-full max-w-24 grid-cols-[minmax(0,1fr)] content-start gap-1.5 overflow-hidden rounded-[14px] bg-surface p-2 inset-ring-2 inset-ring-line-strong *:shrink-0"
  >
    <div className="mx-auto h-1 w-6 rounded-full bg-line-strong" />
    {PICTURES[kind]}
  </div>
);

const Row = ({ icon, isTarget = false }: { icon?: ReactNode; isTarget?: boolean }) => (
  <div
    className={classes(
      'flex h-6 items-center gap-1 rounded-small px-1.5 [&>svg]:size-3.5 [&>svg]:shrink-0',
      isTarget ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-2',
    )}
  >
    {icon}
    <span
      className={classes('h-1 flex-1 rounded-full', isTarget ? 'bg-on-brand opacity-60' : 'bg-line-strong')}
    />
  </div>
);

const PICTURES: Record<StepKind, ReactNode> = {
  list: (
    <>
      <Row icon={<Bookmark />} />
      <Row icon={<Bookmark />} isTarget />
      <Row icon={<Bookmark />} />
    </>
  ),
  share: (
    <>
      <div className="h-9" />
      <Row icon={<Share />} />
      <Row icon={<Link />} isTarget />
    </>
  ),
  paste: (
    <>
      <div className="flex h-6 items-center gap-1 rounded-small px-1.5 inset-ring-[1.5px] inset-ring-brand">
        <Link className="size-3.5 shrink-0 text-brand-text" />
        <span className="h-1 flex-1 rounded-full bg-line-strong" />
      </div>
      <div className="mx-auto grid h-6 w-10 place-items-center rounded-small bg-brand text-on-brand">
        <Check className="size-3.5" />
      </div>
    </>
  ),
  export: (
    <>
      <Row />
      <Row icon={<FileDown />} isTarget />
      <Row />
    </>
  ),
  pick: (
    <div className="mt-3 grid h-16 place-items-center rounded-small border-2 border-dashed border-line-strong text-brand-text">
      <FileUp className="size-6" />
    </div>
  ),
  check: (
    <>
      <Row icon={<Check />} isTarget />
      <Row icon={<Check />} isTarget />
      <Row icon={<Check />} />
    </>
  ),
  shortcut: (
    <>
      <Row icon={<Plus />} />
      <Row icon={<ToggleRight />} isTarget />
    </>
  ),
  encode: (
    <>
      <Row />
      <Row icon={<Percent />} isTarget />
    </>
  ),
  open: (
    <>
      <Row />
      <Row icon={<Percent />} />
      <Row icon={<Link />} isTarget />
    </>
  ),
  shared: (
    <>
      <div className="h-9" />
      <Row icon={<Link />} />
      <Row icon={<Share />} isTarget />
    </>
  ),
};
