import { CircleAlert, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '#messages';
import type { ApiProblem } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';

/**
 * What went wrong with a whole form, above its button. A problem whose cause helps the person says it; any other is
 * `otherwise`. While there is no connection it says so, because then pressing the button cannot help.
 */
export function FormAlert({ problem, otherwise }: { problem: ApiProblem | null; otherwise: string }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const text = isOnline ? sentenceAbout({ problem, otherwise }) : m.account_offline();
  const Icon = isOnline ? CircleAlert : WifiOff;
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

function sentenceAbout({
  problem,
  otherwise,
}: {
  problem: ApiProblem | null;
  otherwise: string;
}): string | null {
  // That there was no connection then is no news once there is one.
  if (!problem || problem.code === 'network.offline') return null;
  const { code } = problem;
  const helps = code.startsWith('account.') || code === 'network.failed' || code === 'request.too_many';
  return helps ? sentenceOf(problem) : otherwise;
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
