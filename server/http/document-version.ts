import type { FastifyReply } from 'fastify';

/**
 * Returns the ETag of a document.
 * @param reader the member, and everything else that changes the document but not its version. Browsers cache by URL.
 * Without the member, two people who share a browser could see each other's document
 */
export const documentETag = ({ reader, version }: { reader: string; version: number }): string =>
  `"v${version}-${reader}"`;

/** Whether the header contains the tag. The comparison is weak; `*` matches any tag (RFC 9110, 13.1.2). */
export const matchesETag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((named) => {
    const bare = named.trim();
    return bare === '*' || bare === tag || bare === `W/${tag}`;
  });

/**
 * Answers with 304. Routes declare no schema for 304, so the return type is `never`, which fits the answer of every
 * route.
 */
export const notModified = (reply: { code(status: number): FastifyReply }): never =>
  reply.code(304).send() as never;
