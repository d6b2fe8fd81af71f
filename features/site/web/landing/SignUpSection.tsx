import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { AnchorButton } from '#web/ui/Button.tsx';
import { Conditional } from '../pages/Conditional.tsx';

/** The button for sign-up. For members, the button opens the list. */
export function SignUpSection({ look, className }: { look: 'ink' | 'secondary'; className?: string }) {
  return (
    <>
      <Conditional is="isVisitor">
        <AnchorButton href={paths.signUp} look={look} size="large" className={className}>
          {m.landing_header_start()}
        </AnchorButton>
      </Conditional>
      <Conditional is="isMember">
        <AnchorButton href={paths.home} look={look} size="large" className={className}>
          {m.site_to_app()}
        </AnchorButton>
      </Conditional>
    </>
  );
}
