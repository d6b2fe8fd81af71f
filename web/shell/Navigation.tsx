import { FloatingActions } from './FloatingActions.tsx';
import { NavigationBar } from './NavigationBar.tsx';

/** The navigation bar or rail, and the floating buttons of the page (`floating` in the route table). */
export function Navigation({
  floating,
  newEpisodes,
}: {
  floating: 'add' | 'add-and-top' | 'write' | undefined;
  /** Number at 모음; 0: none. */
  newEpisodes: number;
}) {
  return (
    <>
      {floating && <FloatingActions key={floating} floating={floating} />}
      <NavigationBar adds={floating === 'write' ? 'entry' : 'restaurant'} newEpisodes={newEpisodes} />
    </>
  );
}
