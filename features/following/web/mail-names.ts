import { m } from '#messages';
import type { MailKind } from '#features/following/following.contract.ts';

export const MAIL_NAMES: Record<MailKind, () => string> = {
  episodes: m.following_mails_episodes,
  forgotten: m.following_mails_forgotten,
};
