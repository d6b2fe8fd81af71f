import { m } from '#messages';
import type { NotificationKind } from '#features/notifications/notifications.contract.ts';

/** The names and descriptions of the kinds of notification. */
export const KIND_TEXTS: Record<NotificationKind, { name: () => string; text: () => string }> = {
  collection: { name: m.notifications_kind_collection, text: m.notifications_kind_collection_text },
  vote_result: { name: m.notifications_kind_vote_result, text: m.notifications_kind_vote_result_text },
  vote_day: { name: m.notifications_kind_vote_day, text: m.notifications_kind_vote_day_text },
  episode: { name: m.notifications_kind_episode, text: m.notifications_kind_episode_text },
  closure: { name: m.notifications_kind_closure, text: m.notifications_kind_closure_text },
  membership: { name: m.notifications_kind_membership, text: m.notifications_kind_membership_text },
};
