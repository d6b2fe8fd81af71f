type Message = (params: Record<string, string | number>) => string;

/** The messages of all problems. The server sends their codes. */
export const problemSentences: Readonly<Record<string, Message>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob('../../messages/compiled/browser/messages/problem_*.js', { eager: true }),
  ),
);
