import { type ReactNode, useId } from 'react';

/** One topic of the page: title, description, controls. */
export function DataSection({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t-2 border-dashed border-perf py-7 first-of-type:border-t-0 first-of-type:pt-3"
    >
      <div className="grid gap-1">
        <h2 id={id} className="type-h3">
          {title}
        </h2>
        <p className="type-sub text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
