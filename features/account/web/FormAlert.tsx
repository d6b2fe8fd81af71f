import { CircleAlert, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '#messages';
import type { ApiProblem } from '#web/api.ts';
import { alertSentence } from './alert-sentence.ts';

/**
 * Error of a whole form, above its button. Shows missing connectivity before the first attempt, because
 * submitting cannot succeed then.
 */
export function FormAlert({ problem, otherwise }: { problem: ApiProblem | null; otherwise: string }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const offline = isOnline ? null : m.account_offline();
  const text = problem ? alertSentence({ problem, otherwise }) : offline;
  const Icon = problem && !problem.code.startsWith('network.') ? CircleAlert : WifiOff;
  return (
    <div role="alert" className="empty:-mt-4">
      {text !== null && (
        <p className="type-sub flex items-start gap-2 rounded-field bg-danger-tint px-3.5 py-3 font-semibold text-danger">
          <Icon className="mt-0.5 size-4.5 flex-none" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
