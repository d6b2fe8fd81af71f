import type { ReactNode } from 'react';

export function MapPill({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-[44px] items-center gap-1.5 rounded-full bg-raised px-[16px] type-sub font-bold text-brand-text shadow-2 hover:bg-sunken [&>svg]:size-4"
    >
      {children}
    </button>
  );
}
