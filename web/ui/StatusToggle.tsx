import { Bookmark, Check } from 'lucide-react';
import { TO_VISIT, VISITED, type VisitStatus } from '#common/visit-status.ts';
import { m } from '#messages';
import { classes } from './classes.ts';

export function StatusToggle({
  value,
  onChange,
  label = m.kit_status(),
}: {
  value: VisitStatus;
  onChange: (status: VisitStatus) => void;
  label?: string;
}) {
  return (
    <div role="group" aria-label={label} className="grid grid-cols-2 gap-1 rounded-ticket bg-soft p-1">
      <Half isOn={value === TO_VISIT} onClass="bg-todo text-on-fill" onPress={() => onChange(TO_VISIT)}>
        <Bookmark aria-hidden="true" />
        {m.kit_status_todo()}
      </Half>
      <Half isOn={value === VISITED} onClass="bg-done text-on-brand" onPress={() => onChange(VISITED)}>
        <Check aria-hidden="true" />
        {m.kit_status_done()}
      </Half>
    </div>
  );
}

function Half({
  isOn,
  onClass,
  onPress,
  children,
}: {
  isOn: boolean;
  onClass: string;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classes(
        'flex min-h-11 flex-wrap items-center justify-center gap-x-1.5 rounded-inner text-[.9375rem] font-bold transition-colors [&>svg]:size-4',
        isOn ? onClass : 'text-ink-2 hover:text-ink',
      )}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
