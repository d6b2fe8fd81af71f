import { FloatingActions } from './FloatingActions.tsx';
import { NavigationBar } from './NavigationBar.tsx';

export function Navigation({
  floating,
  newEpisodes,
}: {
  floating: 'add' | 'add-and-top' | 'write' | undefined;
  /** Number of new episodes. It is shown at 모음, unless it is 0. */
  newEpisodes: number;
}) {
  return (
    <>
      {floating && <FloatingActions key={floating} floating={floating} />}
      <NavigationBar newEpisodes={newEpisodes} />
    </>
  );
}
