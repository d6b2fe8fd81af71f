import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, useCallback, useEffect, useState } from 'react';
import { m } from '#messages';
import { messageOf } from '#web/error-messages.ts';
import { onReconnect } from '#web/online.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { fetchCode, isCodeRemoved, isCodeUnavailable } from './fetched-code.ts';

/**
 * Creates a component that loads its code, as React's `lazy` does. If the part does not load, a message and a button
 * replace it. It is loaded again when the connection is back.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) => partOf(load, { whenMissing: 'note' });

/** Creates a lazy component that shows nothing if it does not load. */
export const lazyExtra = <Props extends object>(load: Load<Props>) =>
  partOf(load, { whenMissing: 'nothing' });

/**
 * Creates a lazy dialog. If the dialog does not load, a toast shows the reason. Opening the dialog again loads it
 * again.
 */
export const lazyDialog = <Props extends { isOpen: boolean; onClose: () => void }>(load: Load<Props>) =>
  partOf(load, { whenMissing: 'toast' });

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

function partOf<Props extends object>(
  load: Load<Props>,
  { whenMissing }: { whenMissing: 'note' | 'toast' | 'nothing' },
) {
  const fetchPart = () => lazy(() => fetchCode(load));
  let Part = fetchPart();

  return function LazyPart(props: Props) {
    // A new attempt resets the boundary.
    const [attempt, setAttempt] = useState(0);
    /** Only for dialogs: whether the dialog failed since it was last opened. */
    const [hasFailed, setFailed] = useState(false);
    const { isOpen = true, onClose } = props as { isOpen?: boolean; onClose?: () => void };
    useEffect(() => {
      if (isOpen) setFailed(false);
    }, [isOpen]);
    const Missing = useCallback(
      ({ error }: { error: unknown }) => {
        if (!isCodeUnavailable(error)) throw error;
        if (whenMissing === 'toast') return isOpen && <MissingDialog error={error} onClose={onClose} />;
        const retry = () => setAttempt((attempts) => attempts + 1);
        return <MissingPart error={error} isHidden={whenMissing === 'nothing'} onRetry={retry} />;
      },
      [isOpen, onClose],
    );
    // A dialog that did not load is loaded again when it is opened again, not while it is closed.
    if (hasFailed && !isOpen) return null;
    return (
      <CatchBoundary
        getResetKey={() => attempt}
        errorComponent={Missing}
        // React keeps a failed `lazy` component permanently. Therefore a retry needs a new component.
        onCatch={() => {
          Part = fetchPart();
          setFailed(true);
        }}
      >
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

/** Closes the dialog and shows the reason as a toast. */
function MissingDialog({ error, onClose }: { error: unknown; onClose: (() => void) | undefined }) {
  useEffect(() => {
    showToast(sentenceOf(error), { kind: 'alert' });
    onClose?.();
    // Runs once per failure.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}

/** Loads the part again when the connection is back. Unless it is hidden, shows the reason and a button. */
function MissingPart({
  error,
  isHidden,
  onRetry,
}: {
  error: unknown;
  isHidden: boolean;
  onRetry: () => void;
}) {
  const isRemoved = isCodeRemoved(error);
  useEffect(() => (isRemoved ? undefined : onReconnect(onRetry)), [isRemoved, onRetry]);
  if (isHidden) return null;
  return (
    <p role="alert" className="type-sub flex flex-wrap items-center gap-x-2 p-4 text-ink-2">
      {sentenceOf(error)}
      <button
        type="button"
        className="link min-h-11 px-2"
        onClick={isRemoved ? () => window.location.reload() : onRetry}
      >
        {m.kit_reload()}
      </button>
    </p>
  );
}

const sentenceOf = (error: unknown): string =>
  isCodeRemoved(error) ? m.shell_new_version_text() : messageOf(error);
