import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SettingsMissing } from './SettingsMissing.tsx';

/** A list of rows. While there are no rows, the list shows that the rows are loading or have failed to load. */
export function SettingsList<Row>({
  query,
  children,
}: {
  query: UseQueryResult<Row[]>;
  children: (rows: Row[]) => ReactNode;
}) {
  if (query.data) {
    return (
      <ul className="divide-y divide-line rounded-[16px] bg-surface px-4 shadow-1">{children(query.data)}</ul>
    );
  }
  return <SettingsMissing query={query} />;
}

export function SettingsRow({
  icon,
  title,
  mark,
  facts,
  children,
}: {
  icon: ReactNode;
  title: string;
  mark?: ReactNode;
  facts: readonly (string | null)[];
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3.5">
      <span className="flex-none text-ink-2 [&>svg]:size-5">{icon}</span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-bold">
          <span className="min-w-0">{title}</span>
          {mark}
        </p>
        <p className="type-caption numbers text-ink-2">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
      {children}
    </li>
  );
}
