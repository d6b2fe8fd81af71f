import { m } from '#messages';

/**
 * Returns the nickname of the owner. If there is none, returns ‘사용자’ in the reader's language.
 * @example ownerLabel(null, { locale: 'en' }) // 'User'
 */
export const ownerLabel = (ownerName: string | null, options: { locale?: 'ko' | 'en' } = {}): string =>
  ownerName ?? m.shell_menu_default_name({}, options);
