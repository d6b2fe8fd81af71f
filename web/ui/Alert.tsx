import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * Says what failed and what to do. The container of the text is always present, because screen readers announce only
 * changes of an alert that existed before.
 */
export function Alert({
  icon: Icon = CircleAlert,
  children,
}: {
  icon?: LucideIcon;
  /** The message. It is empty while nothing is wrong. */
  children: ReactNode;
}) {
  return (
    <div role="alert" className="empty:absolute">
      {children && (
        <div className="type-sub flex items-start gap-2 rounded-field bg-danger-tint px-3.5 py-3 font-semibold text-danger">
          <Icon className="mt-0.5 size-4.5 flex-none" aria-hidden="true" />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </div>
  );
}
