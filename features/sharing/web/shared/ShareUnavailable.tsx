import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function ShareUnavailable({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState shows="bars" title={title} text={text}>
      <LinkButton to={paths.landing} look="secondary" size="small">
        {m.sharing_look_around()}
      </LinkButton>
    </EmptyState>
  );
}
