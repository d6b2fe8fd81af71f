import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { usePageTitle } from './use-page-title.ts';

/** A page could not be shown: its data or its code did not come, or it broke. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  usePageTitle(m.shell_failed_title());
  const retry = () => {
    // Code that did not come, or broke, is fetched anew with the whole page; data is asked for again in place.
    if (!(error instanceof ApiProblem)) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <main id="content" className="grid min-h-dvh content-center justify-items-center">
      <h1 className="sr-only">{m.shell_failed_title()}</h1>
      {isMissingChunk(error) ? (
        <ErrorState
          error={error}
          title={m.shell_new_version_title()}
          text={m.shell_new_version_text()}
          onRetry={retry}
        />
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </main>
  );
}

/** After a new version was put up, the parts of the old one are gone. */
const isMissingChunk = (error: unknown) =>
  error instanceof TypeError &&
  /dynamically imported module|module script|Importing a module/i.test(error.message);
