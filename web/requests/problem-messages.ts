import { m } from '#messages';

type Message = (params: Record<string, string | number>) => string;

/** The loaded messages. At first, these are only the messages that are needed without a network. */
let messages: Readonly<Record<string, Message>> = {
  problem_network_failed: m.problem_network_failed,
  problem_network_offline: m.problem_network_offline,
  problem_network_timed_out: m.problem_network_timed_out,
  problem_server_failed: m.problem_server_failed,
};

/**
 * Loads all messages of problems when the first problem occurs. Most visits have no problem, and the number of messages
 * grows with every feature.
 * If the messages do not load, the general message is shown.
 */
export async function loadProblemMessages(): Promise<void> {
  await import('./problem-sentences.ts').then(
    ({ problemSentences }) => {
      messages = problemSentences;
    },
    () => {},
  );
}

/** Returns the message of the code, or undefined if the message does not exist or has not loaded. */
export const problemMessage = (code: string): Message | undefined =>
  messages[`problem_${code.replaceAll('.', '_')}`];
