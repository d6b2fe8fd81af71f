import { FloatingActions } from './FloatingActions.tsx';
import { NavigationBar } from './NavigationBar.tsx';

export function Navigation({
  floating,
  newEpisodes,
}: {
  floating: 'add' | 'add-and-top' | 'write' | undefined;
  /** Shown at 모음; 0: none. */
  newEpisodes: number;
}) {
  return (
    <>
      {floating && <FloatingActions key={floating} floating={floating} />}
      <NavigationBar adds={floating === 'write' ? 'entry' : 'restaurant'} newEpisodes={newEpisodes} />
    </>
  );
}
