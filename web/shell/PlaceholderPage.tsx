import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useOpenMenu } from './menu-context.ts';
import { Page } from './Page.tsx';

/** Stands where a page is not built yet: says so, and leads back. */
export function PlaceholderPage({ title = m.shell_placeholder_title() }: { title?: string }) {
  const isMember = useOpenMenu() !== null;
  return (
    <Page
      title={title}
      backTo={isMember ? paths.home : paths.landing}
      className="grid min-h-[70dvh] content-center justify-items-center"
    >
      <EmptyState title={m.shell_placeholder_title()} text={m.shell_placeholder_text()}>
        {isMember ? (
          <LinkButton to={paths.home} look="secondary" size="small">
            {m.shell_placeholder_to_list()}
          </LinkButton>
        ) : (
          <LinkButton to={paths.landing} look="secondary" size="small">
            {m.shell_placeholder_to_front()}
          </LinkButton>
        )}
      </EmptyState>
    </Page>
  );
}
