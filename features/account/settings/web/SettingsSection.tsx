import { WifiOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { m } from '#messages';
import { useOnline } from '#web/online.ts';

/** A topic of the settings: title and description, with the controls beside or below them. */
export function SettingsSection({
  title,
  text,
  needsNetwork = false,
  children,
}: {
  title: string;
  text?: string;
  /** The buttons of the section need a network. Without a network, the section shows a note. */
  needsNetwork?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const isOnline = useOnline();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t-2 border-dashed border-perf py-7 first:border-t-0 first:pt-3 lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-10 lg:py-9"
    >
      <div>
        <h2 id={id} className="type-h3">
          {title}
        </h2>
        {text && <p className="type-sub mt-1 text-ink-2">{text}</p>}
        {needsNetwork && !isOnline && (
          <p className="type-caption mt-1.5 flex items-center gap-1.5 font-semibold text-ink-2">
            <WifiOff className="size-4 flex-none" aria-hidden="true" />
            {m.settings_needs_network()}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
    </section>
  );
}
