import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { MoMark } from '#web/ui/MoMark.tsx';

/** Stands where a page is not built yet: says so, and leads back. */
export function PlaceholderPage() {
  return (
    <main
      id="content"
      className="mx-auto grid min-h-[60vh] max-w-[420px] content-center justify-items-center gap-2 px-4 py-14 text-center"
    >
      <MoMark className="mb-3 h-16 text-brand" />
      <h1 className="type-h1" tabIndex={-1}>
        {m.shell_placeholder_title()}
      </h1>
      <p className="type-body mb-4 text-ink-2">{m.shell_placeholder_text()}</p>
      <LinkButton to={paths.home} look="secondary">
        {m.shell_placeholder_back()}
      </LinkButton>
    </main>
  );
}
