import type { FastifyReply } from 'fastify';

/**
 * The entity tag of a person's document (list or journal) at a version. It contains the person's id because browsers
 * cache by URL: two people on one browser could otherwise see each other's document at the same version.
 */
export const documentETag = ({ userId, version }: { userId: string; version: number }): string =>
  `"v${version}-${userId}"`;

/** Whether an If-None-Match header names the tag (RFC 9110, 13.1.2: compared weakly, `*` names any). */
export const matchesETag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((named) => {
    const bare = named.trim();
    return bare === '*' || bare === tag || bare === `W/${tag}`;
  });

/** Sends a 304 response, which no response schema describes. */
export const notModified = (reply: { code(status: number): FastifyReply }): never =>
  reply.code(304).send() as never;
