import { m } from '#messages';

type Sentence = (params: Record<string, string | number>) => string;

/** Messages that are needed without a network. */
let sentences: Readonly<Record<string, Sentence>> = {
  problem_network_failed: m.problem_network_failed,
  problem_network_offline: m.problem_network_offline,
  problem_network_timed_out: m.problem_network_timed_out,
  problem_server_failed: m.problem_server_failed,
};

/**
 * Loads the messages of all problems when the first problem occurs: most visits have none, and the table grows with
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

/** Message `problem_<code>`, if it exists and has loaded. */
export const problemMessage = (code: string): Sentence | undefined =>
  sentences[`problem_${code.replaceAll('.', '_')}`];
