import { m } from '#messages';
import { Pin } from '#web/ui/Pin.tsx';

export function MapLegend({ className = '' }: { className?: string }) {
  const kinds = [
    { kind: 'todo', label: m.map_legend_todo() },
    { kind: 'done', label: m.map_legend_done() },
    { kind: 'prov', label: m.map_legend_prov() },
  ] as const;
  return (
    <ul
      aria-label={m.map_legend()}
      className={`flex gap-3.5 rounded-field bg-raised px-3.5 py-2.5 type-caption font-semibold shadow-2 ${className}`}
    >
      {kinds.map(({ kind, label }) => (
        <li key={kind} className="flex items-center gap-1.5">
          <Pin kind={kind} className="h-5 w-4" />
          {label}
        </li>
      ))}
    </ul>
  );
}
