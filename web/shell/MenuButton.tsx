import { Menu } from 'lucide-react';
import { m } from '#messages';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useOpenMenu } from './menu-context.ts';

/** Opens the slide-out menu; nothing for a visitor. */
export function MenuButton({ className }: { className?: string }) {
  const openMenu = useOpenMenu();
  if (!openMenu) return null;
  return (
    <IconButton label={m.shell_menu_open()} className={className} onClick={openMenu}>
      <Menu aria-hidden="true" />
    </IconButton>
  );
}
