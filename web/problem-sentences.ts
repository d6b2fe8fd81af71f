import { m } from '#messages';

type Sentence = (params: Record<string, string | number>) => string;

/** What has to be said without the network. */
let sentences: Readonly<Record<string, Sentence>> = {
  problem_network_failed: m.problem_network_failed,
  problem_network_offline: m.problem_network_offline,
  problem_network_timed_out: m.problem_network_timed_out,
  problem_server_failed: m.problem_server_failed,
};

/**
 * Fetches the sentences of all problems, the first time that there is one: most visits have none, and the table grows
 * with every feature. Where it does not come the general sentence is said.
 */
export async function loadProblemSentences(): Promise<void> {
  await import('#messages/problem-sentences.js').then(
    ({ problemSentences }) => {
      sentences = problemSentences;
    },
    () => {},
  );
}

/** Message `problem_<code>`, if there is one and it has come. */
export const problemSentence = (code: string): Sentence | undefined =>
  sentences[`problem_${code.replaceAll('.', '_')}`];
