import { Bookmark, Check } from 'lucide-react';
import { m } from '#messages';
import { classes } from './classes.ts';

type Status = '방문 예정' | '방문 완료';

export function StatusToggle({
  value,
  onChange,
  label = m.kit_status(),
}: {
  value: Status;
  onChange: (status: Status) => void;
  label?: string;
}) {
  return (
    <div role="group" aria-label={label} className="grid grid-cols-2 gap-1 rounded-ticket bg-soft p-1">
      <Half isOn={value === '방문 예정'} onClass="bg-todo text-on-fill" onPress={() => onChange('방문 예정')}>
        <Bookmark aria-hidden="true" />
        {m.kit_status_todo()}
      </Half>
      <Half
        isOn={value === '방문 완료'}
        onClass="bg-done text-on-brand"
        onPress={() => onChange('방문 완료')}
      >
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
