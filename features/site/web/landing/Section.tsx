import type { ReactNode } from 'react';

export function Section({
  id,
  title,
  children,
}: {
  id?: string;
  title: readonly [string, string?];
  children: ReactNode;
}) {
  return (
    <section id={id} className="landing-section">
      <h2 className="landing-title">
        {title.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </h2>
      {children}
    </section>
  );
}
