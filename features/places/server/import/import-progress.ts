/** Shows the progress of a long task. On a terminal the progress is a bar, in a log an occasional line. */
export type Progress = {
  /**
   * Shows the current state.
   * @param share completed part, 0 to 1
   */
  show: (state: { title: string; share: number; detail: string }) => void;
  /** Ends the line of the bar, so that other output can be written. */
  pause: () => void;
};

type Output = { isTTY?: boolean; columns?: number; write: (text: string) => unknown };

const BAR = 24;
/** Milliseconds between two updates: FRAME on a terminal, LINE in a log. */
const FRAME = 100;
const LINE = 10_000;

export function progressOn(output: Output): Progress {
  let shown = Number.NEGATIVE_INFINITY;
  let title = '';
  let hasBar = false;

  const show: Progress['show'] = (state) => {
    const isNew = state.title !== title;
    const pause = output.isTTY ? FRAME : LINE;
    const now = Date.now();
    if (!isNew && state.share < 1 && now - shown < pause) return;
    shown = now;
    title = state.title;
    const percent = `${Math.floor(state.share * 100)}%`.padStart(4);
    if (!output.isTTY) {
      output.write(`${state.title}:${percent}, ${state.detail}\n`);
      return;
    }
    const filled = Math.round(state.share * BAR);
    const text = `${state.title} ${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}${percent}  ${state.detail}`;
    output.write(`\r${text.slice(0, (output.columns ?? 80) - 1)}\u001b[K`);
    hasBar = true;
  };

  return {
    show,
    pause: () => {
      if (hasBar) output.write('\n');
      hasBar = false;
    },
  };
}
