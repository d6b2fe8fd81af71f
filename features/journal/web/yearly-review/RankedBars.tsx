const MAX_SHOWN = 6;

export function RankedBars({ rows }: { rows: readonly { name: string; count: number }[] }) {
  const most = rows[0]?.count ?? 1;
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {rows.slice(0, MAX_SHOWN).map(({ name, count }, at) => (
        <li key={at} className="type-sub">
          <span className="flex justify-between gap-3">
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="numbers text-ink-2">{count}</span>
          </span>
          <span className="mt-1 block h-2.5 rounded-full bg-soft" aria-hidden="true">
            <i className="block h-full rounded-full bg-done" style={{ width: `${(100 * count) / most}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
