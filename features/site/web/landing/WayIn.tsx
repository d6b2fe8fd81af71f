import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { Where } from '../pages/Where.tsx';

/** Sign-up for visitors, the list for members. */
export function WayIn({ look, className }: { look: 'ink' | 'secondary'; className?: string }) {
  return (
    <>
      <Where is="isVisitor">
        <AnchorButton href={paths.signUp} look={look} size="large" className={className}>
          {m.shell_front_start()}
        </AnchorButton>
      </Where>
      <Where is="isMember">
        <AnchorButton href={paths.home} look={look} size="large" className={className}>
          {m.site_to_app()}
        </AnchorButton>
      </Where>
    </>
  );
}
