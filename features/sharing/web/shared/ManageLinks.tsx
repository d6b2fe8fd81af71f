import { Settings2 } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';

export const ManageLinks = ({ look, className = '' }: { look: 'ink' | 'secondary'; className?: string }) => (
  <LinkButton to={paths.shareMyList} look={look} className={className}>
    <Settings2 aria-hidden="true" />
    {m.sharing_manage()}
  </LinkButton>
);
