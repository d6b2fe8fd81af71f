import type { Person } from '#server/http/signed-in.ts';

/**
 * The entity tag of a member's list. With the member's id, because a browser's cache goes by the address alone: two
 * people of one browser whose lists have the same version would else be shown each other's.
 */
export const listEntityTag = ({ userId, listVersion }: Pick<Person, 'userId' | 'listVersion'>): string =>
  `"v${listVersion}-${userId}"`;

/** Whether an If-None-Match header names the tag (RFC 9110, 13.1.2: compared weakly, `*` names any). */
export const namesEntityTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((named) => {
    const bare = named.trim();
    return bare === '*' || bare === tag || bare === `W/${tag}`;
  });
