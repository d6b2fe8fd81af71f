import type { FastifyReply } from 'fastify';

/**
 * The entity tag of a person's document (their list, their journal) at a version. With the person's id, because a
 * browser's cache goes by the address alone: two people of one browser whose documents have the same version would
 * else be shown each other's.
 */
export const documentEntityTag = ({ userId, version }: { userId: string; version: number }): string =>
  `"v${version}-${userId}"`;

/** Whether an If-None-Match header names the tag (RFC 9110, 13.1.2: compared weakly, `*` names any). */
export const namesEntityTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((named) => {
    const bare = named.trim();
    return bare === '*' || bare === tag || bare === `W/${tag}`;
  });

/** An answer without a body, which no response schema describes. */
export const unchanged = (reply: { code(status: number): FastifyReply }): never =>
  reply.code(304).send() as never;
