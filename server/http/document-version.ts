import type { FastifyReply } from 'fastify';

/**
 * @param reader the member, and what else changes the document without a new version. Browsers cache by URL, so without
 *   the member two people who share a browser could see each other's document.
 */
export const documentETag = ({ reader, version }: { reader: string; version: number }): string =>
  `"v${version}-${reader}"`;

/** Weak comparison; `*` matches any tag (RFC 9110, 13.1.2). */
export const matchesETag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((named) => {
    const bare = named.trim();
    return bare === '*' || bare === tag || bare === `W/${tag}`;
  });

/** Routes declare no schema for 304. The type `never` is valid as the answer of every route. */
export const notModified = (reply: { code(status: number): FastifyReply }): never =>
  reply.code(304).send() as never;
