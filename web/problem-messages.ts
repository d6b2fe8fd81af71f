import { m } from '#messages';

type Sentence = (params: Record<string, string | number>) => string;

/** These messages are needed without a network. */
let sentences: Readonly<Record<string, Sentence>> = {
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
      sentences = problemSentences;
    },
    () => {},
  );
}

/** undefined if it does not exist or has not loaded. */
export const problemMessage = (code: string): Sentence | undefined =>
  sentences[`problem_${code.replaceAll('.', '_')}`];
