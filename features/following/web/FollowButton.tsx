import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, BellRing } from 'lucide-react';
import { useEffect } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { followsQuery, useFollow, useMarkSeen } from './following.queries.ts';

/** A button to follow a source. When the button is shown, the new episodes of the source are marked as seen. */
export function FollowButton({
  sourceId,
  title,
  version,
}: {
  sourceId: string;
  title: string;
  /** The version of the document that the page shows. */
  version: number;
}) {
  const { data: follows } = useQuery(followsQuery);
  const change = useFollow(sourceId);
  const { mutate: markSeen } = useMarkSeen(sourceId);
  const follow = follows?.find((one) => one.sourceId === sourceId);
  const hasNew = follow !== undefined && follow.newEpisodes.length > 0;
  useEffect(() => {
    if (hasNew) markSeen(version);
  }, [hasNew, version, markSeen]);
  if (!follows) return null;
  const isFollowing = change.isPending ? change.variables : follow !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button
        look={isFollowing ? 'secondary' : 'soft'}
        size="small"
        aria-pressed={isFollowing}
        aria-label={(isFollowing ? m.following_following_label : m.following_follow_label)({ title })}
        onClick={() => change.mutate(!isFollowing)}
      >
        {isFollowing ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
        {isFollowing ? m.following_following() : m.following_follow()}
      </Button>
      {isFollowing && (
        <Link to={paths.mails} className="link type-sub inline-flex min-h-11 items-center">
          {m.following_mails_hint()}
        </Link>
      )}
    </div>
  );
}
