import { type ReactNode, useId } from 'react';

export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const id = useId();
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
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
    </section>
  );
}
