import { Menu } from 'lucide-react';
import { m } from '#messages';
import { IconButton } from '#web/ui/IconButton.tsx';
import { classes } from '#web/ui/classes.ts';
import { useOpenMenu } from './menu-context.ts';

/**
 * The button that opens the menu. It is not shown to visitors. It is hidden where the navigation bar has the same
 * button.
 */
export function MenuButton({ className }: { className?: string }) {
  const openMenu = useOpenMenu();
  if (!openMenu) return null;
  return (
    <IconButton label={m.shell_menu_open()} className={classes('menu-button', className)} onClick={openMenu}>
      <Menu aria-hidden="true" />
    </IconButton>
  );
}
