import { FloatingActions } from './FloatingActions.tsx';
import { NavigationBar } from './NavigationBar.tsx';

export function Navigation({
  floating,
  newEpisodes,
  unread,
}: {
  floating: 'add' | 'add-and-top' | 'write' | undefined;
  /** Number of new episodes. It is shown at 모음, unless it is 0. */
  newEpisodes: number;
  /** Number of unread notifications. It is shown at 메뉴, unless it is 0. */
  unread: number;
}) {
  return (
    <>
      {floating && <FloatingActions key={floating} floating={floating} />}
      <NavigationBar newEpisodes={newEpisodes} unread={unread} />
    </>
  );
}
