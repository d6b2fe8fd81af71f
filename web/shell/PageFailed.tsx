import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { isCodeRemoved } from './fetched-code.ts';
import { MenuButton } from './MenuButton.tsx';
import { usePageTitle } from './use-page-title.ts';

export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  usePageTitle(m.shell_failed_title());
  const retry = () => {
    // Missing or broken code needs a new document. After a network error, the request is repeated without a new
    // document.
    if (!(error instanceof ApiProblem) || error.code === 'network.document') return window.location.reload();
    reset();
    void router.invalidate();
  };
  const isOutdated = isCodeRemoved(error);
  return (
    <>
      {/* This header has only text links, because it is part of the first page and must work offline. */}
      <header className="mx-auto flex h-14 max-w-[1080px] items-center gap-3 px-4">
        <button type="button" className="link min-h-11 px-1" onClick={() => router.history.back()}>
          {m.shell_back()}
        </button>
        <Link to={paths.home} className="link inline-flex min-h-11 items-center px-1">
          {m.shell_home()}
        </Link>
        <span className="ml-auto">
          <MenuButton />
        </span>
      </header>
      <main id="content" className="grid min-h-[calc(100dvh-56px)] content-center justify-items-center">
        <h1 className="sr-only">{m.shell_failed_title()}</h1>
        <ErrorState
          error={error}
          onRetry={retry}
          {...(isOutdated && { title: m.shell_new_version_title(), text: m.shell_new_version_text() })}
        />
      </main>
    </>
  );
}
