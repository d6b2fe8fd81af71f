export function Tag({ children }: { children: string }) {
  return (
    <span className="type-caption inline-flex min-h-[26px] max-w-full items-center truncate rounded-[6px] bg-sunken px-[9px] font-medium text-ink-2">
      #{children}
    </span>
  );
}
