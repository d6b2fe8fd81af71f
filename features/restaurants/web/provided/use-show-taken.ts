import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { homeAround } from '../home-around.ts';

/**
 * Returns a function that says that places were taken over, and offers the map of these places and an undo. The message
 * is shown again above the map, because it may name what was left out.
 */
export function useShowTaken(): (shown: {
  text: string;
  taken: readonly MyRestaurant[];
  /** Whether the screen opens the map itself. */
  opensMap?: boolean;
}) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return ({ text, taken, opensMap = false }) => {
    const action = {
      label: m.restaurants_undo(),
      onPress: () => void import('./undo-take-over.ts').then((code) => code.undoTakeOver(queryClient, taken)),
    };
    const seeOnMap = async () => {
      await navigate({ to: paths.home, search: homeAround(taken.map(({ coordinates }) => coordinates)) });
      showToast(text, { action });
    };
    const firstAction = { label: m.restaurants_see_on_map(), onPress: () => void seeOnMap() };
    showToast(text, opensMap ? { action } : { action, firstAction });
  };
}
