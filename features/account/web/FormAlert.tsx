import { CircleAlert, WifiOff } from 'lucide-react';
import { m } from '#messages';
import type { ApiProblem } from '#web/api.ts';
import { useOnline } from '#web/online.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { alertSentence } from './alert-sentence.ts';

/**
 * Shows the problem of a form. Without a network, a message appears before the first attempt, because the form cannot
 * be submitted.
 * @param warnsAhead false if another text on the page already says that there is no network
 */
export function FormAlert({
  problem,
  otherwise,
  warnsAhead = true,
}: {
  problem: ApiProblem | null;
  otherwise: string;
  warnsAhead?: boolean;
}) {
  const isOnline = useOnline();
  const offline = isOnline || !warnsAhead ? null : m.account_offline();
  const text = problem ? alertSentence({ problem, otherwise }) : offline;
  return <Alert icon={problem && !problem.code.startsWith('network.') ? CircleAlert : WifiOff}>{text}</Alert>;
}
