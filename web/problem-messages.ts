import { m } from '#messages';

type Message = (params: Record<string, string | number>) => string;

/** These messages are needed without a network. */
let messages: Readonly<Record<string, Message>> = {
  problem_network_failed: m.problem_network_failed,
  problem_network_offline: m.problem_network_offline,
  problem_network_timed_out: m.problem_network_timed_out,
  problem_server_failed: m.problem_server_failed,
};

/**
 * Loads all messages when the first problem occurs: most visits have none, and the table grows with
 * every feature. If loading fails, the general message is shown.
 */
export async function loadProblemMessages(): Promise<void> {
  await import('#messages/problem-sentences.js').then(
    ({ problemSentences }) => {
      messages = problemSentences;
    },
    () => {},
  );
}

/** undefined if it does not exist or has not loaded. */
export const problemMessage = (code: string): Message | undefined =>
  messages[`problem_${code.replaceAll('.', '_')}`];
