import { type ComponentProps, useEffect, useState } from 'react';
import { useNewEpisodeCount } from '#features/following/web/following.public.ts';
import { useUnreadCount } from '#features/notifications/web/notifications.public.ts';
import { whenIdle } from '#web/browser/when-idle.ts';
import { Navigation } from '#web/shell/Navigation.tsx';

/** The navigation of members. It requests the numbers of new episodes and of unread notifications after the page's own data. */
export function MemberNavigation({ floating }: Pick<ComponentProps<typeof Navigation>, 'floating'>) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <Navigation
      floating={floating}
      newEpisodes={useNewEpisodeCount({ isEnabled: isIdle })}
      unread={useUnreadCount({ isEnabled: isIdle })}
    />
  );
}
